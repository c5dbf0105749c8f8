/** The operations on data. */
package io.zabdb.client.operation;
