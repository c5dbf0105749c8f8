/** Event loops, sockets, names and buffers: what is the same for peers and clients. */
package io.zabdb.net.socket;
