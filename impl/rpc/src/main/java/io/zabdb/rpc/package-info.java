/** Requests and responses between clients and nodes. */
package io.zabdb.rpc;
