package io.zabdb.log.file;

import java.io.IOException;

/** There is no room. Nothing of the call has happened, nothing is damaged; it may be repeated. */
public final class DiskFullException extends IOException {

  private static final long serialVersionUID = 1;

  public DiskFullException(String file, IOException cause) {
    super("no room on the disk for " + file, cause);
  }
}
