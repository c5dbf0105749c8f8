/**
 * Frames: Protocol Buffers messages with length, version and checksum, and how those that are not
 * are refused. {@code docs/wire-protocol.md}
 */
package io.zabdb.net.frame;
