/** The core's messages and datagrams as Protocol Buffers, and back. */
package io.zabdb.peer.codec;
