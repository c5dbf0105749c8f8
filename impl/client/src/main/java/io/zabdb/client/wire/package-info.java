/** Between the client's types and those of the protocol. */
package io.zabdb.client.wire;
