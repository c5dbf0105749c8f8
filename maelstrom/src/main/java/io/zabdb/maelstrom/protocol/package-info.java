/** Messages and errors of Maelstrom's protocol. Source: its {@code doc/protocol.md}. */
package io.zabdb.maelstrom.protocol;
