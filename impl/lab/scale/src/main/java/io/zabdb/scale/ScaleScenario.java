package io.zabdb.scale;

/** What happens to the store in a day. */
public enum ScaleScenario {
  /** A fifth of the nodes come after four hours. */
  GROW,
  /**
   * A fiftieth of the nodes, of one zone, is lost after four hours, and as many of another after
   * 14.
   */
  FAIL,
  /** A fifth of the tokens has four fifths of the load, and moves on every four hours. */
  HOTSPOT,
  /** Each third of the tokens has its day and its night, eight hours after the one before. */
  DIURNAL,
  /** A tenth of the nodes is to leave after four hours. */
  DECOMMISSION
}
