package io.zabdb.core.trace;

import io.zabdb.core.message.Datagram;
import org.jspecify.annotations.Nullable;

/**
 * An action of {@code specs/transfer} with its parameters.
 *
 * @param action what was done
 * @param peer the other replica, or -1: the sender of the datagram handled, the receiver of the one
 *     sent, or the successor
 * @param datagram the one handled or sent, or null
 */
public record TransferEvent(TransferAction action, int peer, @Nullable Datagram datagram) {}
