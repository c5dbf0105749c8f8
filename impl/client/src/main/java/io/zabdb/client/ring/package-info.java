/** Where the client learns who owns what: from the nodes, or from the configuration manager. */
package io.zabdb.client.ring;
