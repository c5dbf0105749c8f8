/**
 * Leadership moves away before a heavy compaction. {@link
 * io.zabdb.core.transfer.LeadershipTransfer} mirrors {@code specs/transfer/LeadershipTransfer} for
 * one group, its guards in {@link io.zabdb.core.transfer.TransferGuards}; {@link
 * io.zabdb.core.transfer.NodePressure} mirrors {@code specs/transfer/NodePressure} for a node.
 */
@NullMarked
package io.zabdb.core.transfer;

import org.jspecify.annotations.NullMarked;
