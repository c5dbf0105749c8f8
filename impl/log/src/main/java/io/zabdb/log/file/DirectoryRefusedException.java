package io.zabdb.log.file;

import java.io.IOException;

/** A data directory is in use, or is that of somebody else. Nothing in it has been touched. */
public final class DirectoryRefusedException extends IOException {

  private static final long serialVersionUID = 1;

  public DirectoryRefusedException(String directory, String reason) {
    super("data directory " + directory + " " + reason);
  }
}
