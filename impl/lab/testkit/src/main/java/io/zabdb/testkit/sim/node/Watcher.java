package io.zabdb.testkit.sim.node;

import io.zabdb.core.message.Entry;
import io.zabdb.testkit.sim.disk.Disk;

/** Sees what the nodes do, to check it. Throws if something is wrong. */
public interface Watcher {

  /** A node has applied the entry at an index, which it was told is committed. */
  void applied(int node, long index, Entry entry);

  /** A node's state now is that of the first {@code length} entries. */
  void reached(int node, long length, long hash);

  /** What is on a node's disk has changed, or what would be there after a loss of power. */
  void written(int node, Disk disk);

  /** A node has taken a step. */
  void stepped(int node, SimulatedReplica replica);

  /** A node's process has ended. */
  void ended(int node);

  /** A client's read arrives at a node: returns how much it must see at least. */
  long readAsked();

  /** A read is answered from the first {@code length} entries. */
  void readServed(int node, long mustSee, long length);

  /** A client is told that its request, in the log by entry {@code index}, has happened. */
  void acknowledged(int node, long session, long seq, long index);

  /** A node begins or ends a heavy compaction. */
  void compacting(int node, boolean begins);
}
