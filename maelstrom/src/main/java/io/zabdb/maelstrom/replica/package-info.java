/** The product's runtime of one replica, with an event loop, a disk and a network. */
package io.zabdb.maelstrom.replica;
