/** The asynchronous client of a cluster. */
package io.zabdb.client;
