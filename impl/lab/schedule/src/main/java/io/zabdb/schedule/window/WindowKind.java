package io.zabdb.schedule.window;

/** What a stretch of a run is for. */
public enum WindowKind {
  /** Nothing is done, and nothing is wrong. */
  CALM("calm", true),
  /** One fault; a quorum is left. */
  ONE_FAULT("one fault", true),
  /** Several faults, one behind the other and at once; a quorum is left. */
  SEVERAL("several faults", true),
  /** The quorum is taken away on purpose. */
  OUTAGE("outage", false),
  /** All is undone, and must become well in time. */
  RECOVERY("recovery", false);

  private final String words;
  private final boolean mustServe;

  WindowKind(String words, boolean mustServe) {
    this.words = words;
    this.mustServe = mustServe;
  }

  /** For people. */
  public String words() {
    return words;
  }

  /** Whether clients must succeed in each such window. */
  public boolean mustServe() {
    return mustServe;
  }
}
