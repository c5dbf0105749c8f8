/** Encryption and certificates. */
package io.zabdb.transport.tls;
