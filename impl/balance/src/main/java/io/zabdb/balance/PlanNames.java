package io.zabdb.balance;

import java.util.function.IntFunction;

/** What people call what the planner counts from 0. */
public record PlanNames(
    IntFunction<String> node, IntFunction<String> group, IntFunction<String> partition) {

  /** The planner's own numbers. */
  public static final PlanNames NUMBERS =
      new PlanNames(Integer::toString, Integer::toString, Integer::toString);

  String node(int number) {
    return node.apply(number);
  }

  String group(int number) {
    return group.apply(number);
  }

  /** Of a partition. */
  public String partition(int number) {
    return partition.apply(number);
  }
}
