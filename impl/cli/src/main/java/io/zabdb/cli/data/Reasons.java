package io.zabdb.cli.data;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

/** Why a file cannot be used, in words. */
final class Reasons {

  private Reasons() {}

  static String of(IOException failure) {
    if (failure instanceof AccessDeniedException denied) {
      return "no permission to use " + denied.getFile();
    }
    if (failure instanceof FileSystemException file && file.getReason() == null) {
      return "cannot use " + file.getFile() + ": " + file.getClass().getSimpleName();
    }
    return failure.getMessage();
  }
}
