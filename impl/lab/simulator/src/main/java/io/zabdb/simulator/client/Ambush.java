package io.zabdb.simulator.client;

/** Something that happens when the next client hears that its update has succeeded. */
public final class Ambush {

  private Runnable next = Ambush::nothing;

  private static void nothing() {}

  /** It is to happen once. */
  public void lay(Runnable action) {
    next = action;
  }

  /** It is not to happen any more. */
  public void lift() {
    next = Ambush::nothing;
  }

  /** A client has heard of success. */
  void spring() {
    Runnable action = next;
    next = Ambush::nothing;
    action.run();
  }
}
