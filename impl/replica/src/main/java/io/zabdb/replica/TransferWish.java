package io.zabdb.replica;

/**
 * What became of a wish that leadership be moved.
 *
 * @param begun whether the transfer has begun; it may be given up later
 * @param leader the member that leads as far as this one knows, or -1; another one could not be
 *     asked by this one
 */
public record TransferWish(boolean begun, int leader) {}
