package io.zabdb.bench.peers.system;

/**
 * What a system was asked for, and what it promises of that.
 *
 * @param write the request of a write, for people
 * @param read the request of a read, for people
 * @param linearizable whether both together are, as its documentation says
 * @param text what is promised, in one sentence or two
 */
public record Promise(String write, String read, boolean linearizable, String text) {}
