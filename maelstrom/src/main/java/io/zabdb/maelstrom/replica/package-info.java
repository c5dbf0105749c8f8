/** The driver of the core: one replica with its log, its store and its network. */
package io.zabdb.maelstrom.replica;
