package io.zabdb.node.server;

import io.zabdb.peer.Whereabouts;
import java.util.Set;

/** Where nodes are, as far as a node knows. Thread-safe. */
public interface Places {

  /** Where a node is, if that is known; either half may be empty. */
  Whereabouts known(int node);

  /** All of whom anything is known. */
  Set<Integer> nodes();

  /** Somebody else says where a node is: what is not known otherwise is believed. */
  void heard(int node, Whereabouts where);

  /** A node says where it is. */
  void told(int node, Whereabouts where);
}
