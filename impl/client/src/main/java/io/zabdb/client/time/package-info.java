/** The clock of the client: real, or that of a test. */
package io.zabdb.client.time;
