package io.zabdb.simulator.client;

/** Something that happens when the next client hears that its update has succeeded. */
public final class Ambush {

  private static final Runnable NOTHING = () -> {};

  private Runnable next = NOTHING;

  /** It is to happen once. */
  public void lay(Runnable action) {
    next = action;
  }

  /** It is not to happen any more. */
  public void lift() {
    next = NOTHING;
  }

  /** A client has heard of success. */
  void spring() {
    Runnable action = next;
    next = NOTHING;
    action.run();
  }
}
