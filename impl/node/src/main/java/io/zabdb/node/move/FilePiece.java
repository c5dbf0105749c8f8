package io.zabdb.node.move;

/**
 * A part of a file.
 *
 * @param offset of its first byte
 * @param length in bytes, at most {@link FileParts#MOST}
 */
record FilePiece(String name, long offset, int length) {}
