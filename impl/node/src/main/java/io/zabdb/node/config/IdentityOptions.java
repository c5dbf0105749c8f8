package io.zabdb.node.config;

import static io.zabdb.node.config.Types.integer;
import static io.zabdb.node.config.Types.path;
import static io.zabdb.node.config.Types.uuid;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** Which node of which cluster it is. */
final class IdentityOptions {

  private static final OptionPart PART = new OptionPart("identity");

  static final Option<UUID> CLUSTER =
      PART.required("cluster", uuid(), "The cluster that the node belongs to.");
  static final Option<Integer> NODE =
      PART.required("node", integer(0, Lists.MAX_NODES), "The id of the node.");
  static final Option<Path> DATA_DIRECTORY =
      PART.required("data-directory", path(), "Where all data of the node is.");

  private IdentityOptions() {}

  /** All of them, in the order of the documentation. */
  static List<Option<?>> all() {
    return PART.options();
  }
}
