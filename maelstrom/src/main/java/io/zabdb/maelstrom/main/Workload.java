package io.zabdb.maelstrom.main;

import io.zabdb.core.zab.Guards;
import io.zabdb.maelstrom.group.GroupProgram;
import io.zabdb.maelstrom.group.LinKv;
import io.zabdb.maelstrom.group.StoreNode;
import io.zabdb.maelstrom.group.TxnListAppend;
import io.zabdb.maelstrom.ladder.Broadcast;
import io.zabdb.maelstrom.ladder.Echo;
import io.zabdb.maelstrom.ladder.GSet;
import io.zabdb.maelstrom.ladder.PnCounter;
import io.zabdb.maelstrom.replica.GroupSettings;
import io.zabdb.maelstrom.runtime.Program;
import java.util.Locale;

/** The workloads of Maelstrom that a node can serve. */
public enum Workload {
  ECHO(new Echo(), null),
  BROADCAST(new Broadcast(), null),
  G_SET(new GSet(), null),
  PN_COUNTER(new PnCounter(), null),
  LIN_KV(null, new LinKv()),
  TXN_LIST_APPEND(null, new TxnListAppend());

  private final Program alone;
  private final GroupProgram replicated;

  Workload(Program alone, GroupProgram replicated) {
    this.alone = alone;
    this.replicated = replicated;
  }

  /** Whether its state is that of groups, so that it may be kept on disk. */
  boolean isReplicated() {
    return replicated != null;
  }

  /** The program that serves it; for one node in a process. */
  Program program(GroupSettings settings, Guards guards) {
    if (alone != null) {
      return alone;
    }
    return node -> {
      StoreNode store = new StoreNode(node, settings, guards);
      node.onEnd(store);
      replicated.start(node, store.store());
    };
  }

  /** As Maelstrom writes it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
