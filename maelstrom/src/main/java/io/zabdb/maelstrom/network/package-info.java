/** Connections and datagrams, as the core needs them, over a network that loses and reorders. */
package io.zabdb.maelstrom.network;
