package io.zabdb.peer;

import java.net.InetSocketAddress;

/**
 * Where the members of a group are. A member that is not in the configuration tells it when it
 * connects; whoever lies about it delays others, and no more. By the event loop of the group, which
 * it must not hold up.
 */
public interface MemberAddresses {

  /** The id of a member's node: its certificate must name it, where roles are asked for. */
  int node(int member);

  /** Where a member listens for peers; null: not known at present. Asked for each connection. */
  InetSocketAddress of(int member);

  /** Where this member is. */
  Whereabouts own();

  /** A member has told where it is. */
  void told(int member, Whereabouts where);
}
