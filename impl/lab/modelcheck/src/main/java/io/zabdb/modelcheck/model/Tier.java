package io.zabdb.modelcheck.model;

/** How often a model is run; each tier includes the ones before it. */
public enum Tier {
  /** On every change. */
  QUICK,
  /** Before a release, and when a spec changed. */
  FULL,
  /** By night, under a time budget; such a model may stay unfinished. */
  DEEP;

  /** The name used in configurations and on the command line. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
