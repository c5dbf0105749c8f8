package io.zabdb.node.move;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/** The parts of files, one after the other; none of an empty one. Not thread-safe. */
final class FilePieces implements Iterator<FilePiece> {

  private final Iterator<Map.Entry<String, Long>> files;
  private String name = "";
  private long offset;
  private long length;

  /**
   * @param files name to length in bytes
   */
  FilePieces(Map<String, Long> files) {
    this.files = files.entrySet().iterator();
  }

  @Override
  public boolean hasNext() {
    while (offset == length && files.hasNext()) {
      Map.Entry<String, Long> file = files.next();
      name = file.getKey();
      offset = 0;
      length = file.getValue();
    }
    return offset < length;
  }

  @Override
  public FilePiece next() {
    if (!hasNext()) {
      throw new NoSuchElementException("all parts of these files were given");
    }
    FilePiece piece = new FilePiece(name, offset, (int) Math.min(FileParts.MOST, length - offset));
    offset += piece.length();
    return piece;
  }
}
