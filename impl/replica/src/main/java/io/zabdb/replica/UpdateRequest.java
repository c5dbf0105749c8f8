package io.zabdb.replica;

import java.util.List;

/**
 * An update that a client wants.
 *
 * @param partition its name; empty for an empty payload
 * @param tokens of its rows; none for an empty payload
 * @param session whose it is
 * @param seq its number in the session
 * @param payload an encoded {@link io.zabdb.storage.command.Command}, or empty
 * @param callback hears what becomes of it
 */
public record UpdateRequest(
    String partition,
    List<Long> tokens,
    long session,
    long seq,
    byte[] payload,
    UpdateCallback callback) {}
