package io.zabdb.client.call;

import io.zabdb.client.net.Peer;

/**
 * Where an operation is sent.
 *
 * @param forwards whether that node is asked to pass it on to the leader
 */
record Way(Peer peer, boolean forwards) {}
