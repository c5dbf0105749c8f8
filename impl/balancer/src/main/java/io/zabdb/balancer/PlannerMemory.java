package io.zabdb.balancer;

/**
 * What a planner remembers of the store from round to round. All of it only keeps it from doing too
 * much, or stands in for what is not told; so another one, which begins anew, does no harm. Not
 * thread-safe.
 */
record PlannerMemory(
    Rests rests,
    KnownHits hits,
    PartitionHeat heat,
    KnownNodes nodes,
    Strangers strangers,
    GroupFates fates,
    IdleLearners learners) {

  /** Nothing yet. */
  static PlannerMemory empty(LoadRules rules) {
    return new PlannerMemory(
        new Rests(rules.moves().restMillis()),
        new KnownHits(),
        new PartitionHeat(),
        new KnownNodes(rules),
        new Strangers(),
        new GroupFates(),
        new IdleLearners());
  }
}
