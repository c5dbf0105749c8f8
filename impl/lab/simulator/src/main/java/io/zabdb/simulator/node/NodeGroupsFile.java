package io.zabdb.simulator.node;

import io.zabdb.node.birth.GroupsFile;
import io.zabdb.simulator.disk.DiskState;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import java.io.IOException;
import java.util.Optional;

/**
 * Where a simulated node writes down its groups. Some writes fail, and of these some have been made
 * all the same, which the next process finds. Not thread-safe.
 */
final class NodeGroupsFile implements GroupsFile {

  /** Of all writes, so many fail. */
  private static final double FAILS = 0.1;

  private static final double IS_THERE = 0.3;

  private final World world;
  private final int node;
  private final DiskState state;
  private final SeededRandom random;
  private final SeededRandom there;
  private byte[] content;

  NodeGroupsFile(World world, int node, DiskState state) {
    this.world = world;
    this.node = node;
    this.state = state;
    random = world.random("ends." + node);
    there = world.random("ends.there." + node);
  }

  /** Its disk is another one. */
  void clear() {
    content = null;
  }

  @Override
  public Optional<byte[]> read() {
    return Optional.ofNullable(content);
  }

  @Override
  public void replace(byte[] next) throws IOException {
    if (state.isFull() || random.chance(FAILS)) {
      if (there.chance(IS_THERE)) {
        world.counts().add("groups: written, and the node was not told");
        content = next;
      }
      throw new IOException("the disk of node " + node + " takes nothing");
    }
    content = next;
  }

  @Override
  public String toString() {
    return "the groups of node " + node;
  }
}
