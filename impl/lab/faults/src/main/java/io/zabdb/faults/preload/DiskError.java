package io.zabdb.faults.preload;

/** What a call may fail with, by its number on Linux. */
public enum DiskError {
  /** The device has failed. */
  EIO(5),
  /** There is no room; what is written over bytes that a file has needs none. */
  ENOSPC(28);

  private final int number;

  DiskError(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
