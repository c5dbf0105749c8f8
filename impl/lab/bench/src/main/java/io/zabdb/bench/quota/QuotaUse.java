package io.zabdb.bench.quota;

/**
 * What a process did under its quota so far, as the kernel tells.
 *
 * @param periods of processor time in which it ran
 * @param throttledPeriods of these, in which it had to wait because its share was used up
 * @param throttledNanos how long its processors waited, all together
 * @param diskBytes read and written that counted against the quota of its disk
 */
public record QuotaUse(long periods, long throttledPeriods, long throttledNanos, long diskBytes) {

  /** What was added since. */
  public QuotaUse since(QuotaUse before) {
    return new QuotaUse(
        periods - before.periods,
        throttledPeriods - before.throttledPeriods,
        throttledNanos - before.throttledNanos,
        diskBytes - before.diskBytes);
  }
}
