package io.zabdb.balance.move;

/**
 * A leadership that should go to another member.
 *
 * @param from who leads
 * @param to who should
 */
public record LeaderTransfer(int group, int from, int to) {}
