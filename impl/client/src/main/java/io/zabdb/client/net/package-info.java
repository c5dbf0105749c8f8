/** Connections to nodes. */
package io.zabdb.client.net;
