package io.zabdb.schedule.sight;

/**
 * What can be seen of a node.
 *
 * @param running whether it has a process, which may stand still
 * @param paused whether this process stands still
 * @param inSync whether it serves: it leads or follows, and has what its leader has committed
 * @param leading whether it says that it leads with a quorum; one that was deposed may not know
 * @param compacting whether it compacts heavily
 * @param succeeding whether leadership is being handed to it
 */
public record NodeSight(
    boolean running,
    boolean paused,
    boolean inSync,
    boolean leading,
    boolean compacting,
    boolean succeeding) {

  /** One without a process. */
  public static final NodeSight DOWN = new NodeSight(false, false, false, false, false, false);

  /** One that stands still. */
  public static final NodeSight PAUSED = new NodeSight(true, true, false, false, false, false);

  /** One that runs and does not serve yet. */
  public static final NodeSight BEHIND = new NodeSight(true, false, false, false, false, false);

  /** One that follows, and does nothing else. */
  public static final NodeSight FOLLOWS = new NodeSight(true, false, true, false, false, false);

  /** One that leads, and does nothing else. */
  public static final NodeSight LEADS = new NodeSight(true, false, true, true, false, false);

  /** Whether its vote can be counted on, as far as it goes. */
  public boolean isSound() {
    return running && !paused && inSync;
  }

  /** The same node while it compacts. */
  public NodeSight whichCompacts() {
    return new NodeSight(running, paused, inSync, leading, true, succeeding);
  }

  /** The same node while leadership is handed to it. */
  public NodeSight whichSucceeds() {
    return new NodeSight(running, paused, inSync, leading, compacting, true);
  }
}
