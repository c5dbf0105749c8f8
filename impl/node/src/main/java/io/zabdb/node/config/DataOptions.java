package io.zabdb.node.config;

import static io.zabdb.node.config.Types.integer;
import static io.zabdb.node.config.Types.text;

import io.zabdb.model.data.Family;
import java.util.List;

/** Groups, partitions and families of a new cluster. */
final class DataOptions {

  private static final OptionPart PART = new OptionPart("data");

  static final Option<List<GroupConfig>> GROUPS =
      PART.given(
          "groups",
          Lists.groups(),
          "1",
          "The replica groups: how many, each with all nodes of peers, or the nodes of each.");
  static final Option<Integer> MAX_GROUPS =
      PART.absent(
          "max-groups",
          integer(1, Lists.MAX_GROUPS),
          "as many as groups gives it; of a spare node 4",
          "Of how many groups this node may have a replica, those included that are born later; each"
              + " has an equal share of the node's memory.");
  static final Option<String> ZONE =
      PART.absent(
          "zone",
          text("a name"),
          "none",
          "Which part of the hardware this node is in that fails as a whole, such as a data centre:"
              + " groups that are born are spread over zones.");
  static final Option<String> RACK =
      PART.absent("rack", text("a name"), "none", "Which part of its zone: the same for racks.");
  static final Option<Integer> PARTITIONS_PER_GROUP =
      PART.given(
          "partitions-per-group",
          integer(1, 1_024),
          "1",
          "How many partitions each group of a new cluster owns.");
  static final Option<List<Family>> FAMILIES =
      PART.given(
          "families",
          Lists.families(),
          "default",
          "The column families of a new cluster: how many versions they keep, and for how long.");

  private DataOptions() {}

  /** All of them, in the order of the documentation. */
  static List<Option<?>> all() {
    return PART.options();
  }
}
