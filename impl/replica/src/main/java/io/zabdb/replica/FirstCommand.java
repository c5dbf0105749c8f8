package io.zabdb.replica;

import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Refusal;
import io.zabdb.log.LogIdentity;
import io.zabdb.replica.move.GroupNumbers;
import io.zabdb.shard.Birth;
import io.zabdb.storage.command.Result;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the group's first command logged: who it is, and what it owns ({@code MoveState!Founded}). A
 * leader asks for it when it is established, unless its log holds it. So a new group's log begins
 * with it, and in that of a group of before it comes once. By the loop.
 */
final class FirstCommand implements UpdateCallback {

  private static final Logger LOG = LoggerFactory.getLogger(FirstCommand.class);

  private final ReplicaParts parts;
  private final LogAdmission admission;

  /** How long the log was with it. */
  private long place;

  FirstCommand(ReplicaParts parts, LogAdmission admission) {
    this.parts = parts;
    this.admission = admission;
  }

  /** How much of the log must be applied before anything can be read; 0: enough is. */
  long place() {
    return parts.opened().store().engine().table().isFounded() ? 0 : place;
  }

  /** This replica leads from now on; clients have not asked it yet. */
  void propose(StateView state) {
    if (!admission.isFounded()) {
      admission.propose(parts.settings().founding().command(birth()), this);
    }
    place = state.historyLength();
  }

  private Birth birth() {
    LogIdentity identity = parts.settings().identity();
    return GroupNumbers.birth(identity.cluster(), identity.group(), parts.opened().log().disk());
  }

  @Override
  public void answered(Result result, long index) {
    if (result instanceof Result.Refused) {
      LOG.error(
          "Group {}: the partitions of the store are not those of the configuration, {}: the group"
              + " goes on, but can neither give nor take any",
          parts.group(),
          parts.settings().founding().partitions());
    } else {
      LOG.info("Group {}: its log says what it owns, from entry {} on", parts.group(), index);
    }
  }

  // Whatever else becomes of it, the next leader sees to it.

  @Override
  public void forgotten(boolean isSessionKnown) {}

  @Override
  public void refusedWhenApplied() {}

  @Override
  public void refused(Refusal refusal, int leader) {}

  @Override
  public void notAdmitted(String why) {
    LOG.error("Group {} cannot be founded by its configuration: {}", parts.group(), why);
  }

  @Override
  public void apart(String why) {}

  @Override
  public void unknown() {}

  @Override
  public boolean isAbandoned() {
    return false;
  }

  @Override
  public void abandoned() {}

  @Override
  public void diskFull() {}
}
