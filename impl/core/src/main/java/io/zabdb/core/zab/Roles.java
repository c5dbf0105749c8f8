package io.zabdb.core.zab;

import io.zabdb.core.election.Preference;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.step.Connection;
import io.zabdb.core.transfer.Host;
import io.zabdb.core.transfer.LeadershipTransfer;

/**
 * Makes the objects of a replica that hold the specs' guards: its roles, its part in leadership
 * transfer, and its preference in elections. Tests replace it, to weaken one guard at a time in a
 * subclass.
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

  default Preference preference(TransferSettings settings) {
    return new Preference(settings.maxLag());
  }

  default LeadershipTransfer transfer(TransferSettings settings, Host host) {
    return new LeadershipTransfer(settings, host);
  }
}
