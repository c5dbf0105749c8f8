/**
 * Carries operations out: finds the node to ask, asks again where that is safe, and ends with a
 * result or a named failure.
 */
package io.zabdb.client.call;
