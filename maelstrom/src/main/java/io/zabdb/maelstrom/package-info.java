/**
 * ZabDB under Maelstrom, from below: {@code protocol} (messages and errors), {@code runtime} (a
 * node's event loop, requests and calls), {@code ladder} (small programs on it), {@code network}
 * (connections as replicas need them), {@code replica} (the product's runtime with loop, network
 * and disk), {@code group} (the product's client and handling of requests, and the programs that
 * use them), {@code main} (the command).
 */
package io.zabdb.maelstrom;
