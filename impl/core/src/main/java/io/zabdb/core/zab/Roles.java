package io.zabdb.core.zab;

import io.zabdb.core.step.Connection;

/**
 * Makes the role objects of a replica. Tests replace it, to weaken one guard at a time in a
 * subclass of a role.
 */
public interface Roles {

  /** The roles of the product. */
  Roles STANDARD = new Roles() {};

  default Role looking(Context context) {
    return new Looking(context);
  }

  default Role following(Context context, Connection connection) {
    return new Following(context, connection);
  }

  default Role leading(Context context) {
    return new Leading(context);
  }
}
