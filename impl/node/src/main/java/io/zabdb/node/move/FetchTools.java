package io.zabdb.node.move;

import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.environment.Worker;
import io.zabdb.node.api.DiskRoom;

/**
 * What fetching needs of its node.
 *
 * @param loop whose steps are those of fetching
 * @param clock tells how long a source has been silent
 * @param disk does what waits for the disk; closed by whoever made it
 * @param room on the disk
 * @param source reads parts
 * @param traffic says how fast parts come
 */
record FetchTools(
    Loop loop, Clock clock, Worker disk, DiskRoom room, PartSource source, MoveTraffic traffic) {

  long nanos() {
    return clock.nanos();
  }
}
