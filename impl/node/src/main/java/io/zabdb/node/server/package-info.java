/** What clients and operators ask of a node, and how it answers. */
package io.zabdb.node.server;
