package io.zabdb.maelstrom.replica;

import io.zabdb.log.file.LogFiles;
import io.zabdb.maelstrom.power.Chance;
import io.zabdb.maelstrom.power.Loss;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.memory.ForwardingDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The folder of a replica whose machine loses its power whenever the process ends: the log. */
final class LossyDisk extends ForwardingDisk {

  private final Path directory;
  private final Chance chance;
  private final Consumer<String> people;

  /**
   * @param directory of the disk below
   * @param chance what survives
   * @param people are told of what was lost
   */
  LossyDisk(ReplicaDisk disk, Path directory, Chance chance, Consumer<String> people) {
    super(disk);
    this.directory = directory;
    this.chance = chance;
    this.people = people;
  }

  @Override
  public LogFiles openLog() throws IOException {
    return Loss.open(
        directory.resolve("log"),
        directory.resolve("synced"),
        chance,
        (pages, names) ->
            people.accept(
                "power was lost: "
                    + pages
                    + " pages of the log are gone, "
                    + names
                    + " changes of names were not synced"));
  }
}
