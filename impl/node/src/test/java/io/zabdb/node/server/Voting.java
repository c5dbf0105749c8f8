package io.zabdb.node.server;

import io.zabdb.core.group.Configuration;
import io.zabdb.replica.KnownVoters;
import java.util.TreeMap;

/** Who votes in a group that nobody has left. */
final class Voting {

  private Voting() {}

  static KnownVoters by(Configuration voters, long roster) {
    return new KnownVoters(voters, roster, new TreeMap<>());
  }
}
