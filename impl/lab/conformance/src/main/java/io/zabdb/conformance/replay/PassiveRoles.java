package io.zabdb.conformance.replay;

import io.zabdb.core.step.Connection;
import io.zabdb.core.zab.Context;
import io.zabdb.core.zab.Following;
import io.zabdb.core.zab.Leading;
import io.zabdb.core.zab.Looking;
import io.zabdb.core.zab.Role;
import io.zabdb.core.zab.Roles;

/** The product's roles, but for steps of their own accord: a behaviour says what happens. */
public class PassiveRoles implements Roles {

  @Override
  public Role looking(Context context) {
    return new Looker(context);
  }

  @Override
  public Role following(Context context, Connection connection) {
    return new Follower(context, connection);
  }

  @Override
  public Role leading(Context context) {
    return new Leader(context);
  }

  private static final class Looker extends Looking {
    Looker(Context context) {
      super(context);
    }

    @Override
    protected void advance() {}

    @Override
    protected void leave() {}
  }

  /** A follower that does what it is told. */
  static class Follower extends Following {
    Follower(Context context, Connection connection) {
      super(context, connection);
    }

    @Override
    protected void advance() {}

    @Override
    protected void leave() {}
  }

  /** A leader that does what it is told. */
  static class Leader extends Leading {
    Leader(Context context) {
      super(context);
    }

    @Override
    protected void advance() {}

    @Override
    protected void leave() {}
  }
}
