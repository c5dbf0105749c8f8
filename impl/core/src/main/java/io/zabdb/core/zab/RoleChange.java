package io.zabdb.core.zab;

import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.TraceSink.TraceEvent;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a role by what it has just done: it says so, and {@link CurrentRole} carries it
 * out.
 *
 * @param connection of FOLLOW: to the leader
 * @param action of HANG_UP: by which the role ends
 */
public record RoleChange(Kind kind, @Nullable Connection connection, @Nullable TraceEvent action) {

  /** The ways in which a role goes on, or ends. */
  public enum Kind {
    /** The role goes on. */
    STAY,
    /** It ends as soon as no write of an epoch is under way. */
    LEAVE,
    /** A follower's ends at once, by another action than Disconnect. */
    HANG_UP,
    /** This replica leads from now on. */
    LEAD,
    /** It follows from now on. */
    FOLLOW
  }

  static final RoleChange STAY = new RoleChange(Kind.STAY, null, null);
  static final RoleChange LEAVE = new RoleChange(Kind.LEAVE, null, null);
  static final RoleChange LEAD = new RoleChange(Kind.LEAD, null, null);

  static RoleChange follow(Connection connection) {
    return new RoleChange(Kind.FOLLOW, connection, null);
  }

  static RoleChange hangUp(TraceEvent action) {
    return new RoleChange(Kind.HANG_UP, null, action);
  }
}
