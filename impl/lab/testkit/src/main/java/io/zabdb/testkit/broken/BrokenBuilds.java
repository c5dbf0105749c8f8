package io.zabdb.testkit.broken;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The broken builds that are chosen by hand. */
public final class BrokenBuilds {

  private BrokenBuilds() {}

  /** All, by module. */
  public static List<BrokenBuild> all() {
    return Stream.of(
            CoreBuilds.all(),
            ClientBuilds.all(),
            NodeBuilds.all(),
            RuntimeBuilds.all(),
            LogBuilds.all(),
            StorageBuilds.all(),
            MoveBuilds.all(),
            MemberBuilds.all())
        .flatMap(List::stream)
        .toList();
  }

  /** Those of {@link #all} whose bugs show where partitions move. */
  public static List<BrokenBuild> ofMoves() {
    return MoveBuilds.all();
  }

  /** The one with this name. */
  public static Optional<BrokenBuild> named(String name) {
    return all().stream().filter(build -> build.name().equals(name)).findFirst();
  }
}
