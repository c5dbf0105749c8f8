/** A cluster in this process, in virtual time or behind real sockets, for tests of clients. */
package io.zabdb.client.fake;
