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
    return new Looking(context) {
      @Override
      protected void advance() {}

      @Override
      protected void leave() {}
    };
  }

  @Override
  public Role following(Context context, Connection connection) {
    return new Following(context, connection) {
      @Override
      protected void advance() {}

      @Override
      protected void leave() {}
    };
  }

  @Override
  public Role leading(Context context) {
    return new Leading(context) {
      @Override
      protected void advance() {}

      @Override
      protected void leave() {}
    };
  }
}
