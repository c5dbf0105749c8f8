package io.zabdb.cli.error;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file cannot be used, in words. */
public final class Reasons {

  private Reasons() {}

  public static String of(IOException failure) {
    if (failure instanceof AccessDeniedException denied) {
      return "no permission to use " + denied.getFile();
    }
    if (failure instanceof NoSuchFileException missing) {
      return "there is no file " + missing.getFile();
    }
    if (failure instanceof FileAlreadyExistsException || failure instanceof NotDirectoryException) {
      return ((FileSystemException) failure).getFile() + " is not a directory";
    }
    if (failure instanceof FileSystemException file) {
      String reason = file.getReason() == null ? file.getClass().getSimpleName() : file.getReason();
      return "cannot use " + file.getFile() + ": " + reason;
    }
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }
}
