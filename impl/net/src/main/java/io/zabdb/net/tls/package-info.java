/** Encryption and certificates. */
package io.zabdb.net.tls;
