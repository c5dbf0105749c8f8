/**
 * ZabDB under Maelstrom, from below: {@code protocol} (messages and errors), {@code runtime} (a
 * node's event loop, requests and calls), {@code ladder} (small programs on it), {@code network}
 * (connections as the core needs them), {@code replica} (the driver of the core), {@code group}
 * (what any node may ask of the group, and the programs that do), {@code main} (the command).
 */
package io.zabdb.maelstrom;
