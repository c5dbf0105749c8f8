package io.zabdb.budget;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The memory of a process: a limit for each {@link Area}, and an account for each {@link Purpose},
 * on which every queue, cache, table and answer draws. Accounts count bytes of payload; the limit
 * of an area leaves room for the objects around them, and for garbage. Thread-safe.
 *
 * <p>Of an area all floors are kept for their owners, used or not; what is left is for everybody,
 * each up to its own limit. So the sum of what was taken by {@link MemoryAccount#tryTake} never
 * exceeds the limit of the area.
 */
public final class MemoryBudget {

  private final Map<Area, Pool> pools = new EnumMap<>(Area.class);
  private final Map<Purpose, MemoryAccount> accounts = new EnumMap<>(Purpose.class);

  private MemoryBudget(Builder builder) {
    for (Area area : Area.values()) {
      pools.put(area, new Pool(builder.limit(area)));
    }
    for (Purpose purpose : Purpose.values()) {
      long area = builder.limit(purpose.area());
      BytesRange range =
          builder.ranges.getOrDefault(
              purpose, new BytesRange(purpose.floorOf(area), purpose.limitOf(area)));
      accounts.put(
          purpose, pool(purpose.area()).open(purpose, range.floor, Math.min(range.limit, area)));
    }
    for (Area area : Area.values()) {
      long floors = pool(area).floors();
      if (floors > limit(area)) {
        throw new IllegalArgumentException(
            "the floors of " + area + " are " + floors + " bytes, its limit is " + limit(area));
      }
    }
  }

  /**
   * A budget with these limits.
   *
   * @param heap bytes, like the others; at least 0
   */
  public static MemoryBudget of(long heap, long direct, long nativeBytes) {
    return builder(heap, direct, nativeBytes).build();
  }

  /** To set the shares of purposes apart from their defaults. */
  public static Builder builder(long heap, long direct, long nativeBytes) {
    return new Builder(heap, direct, nativeBytes);
  }

  private Pool pool(Area area) {
    return Objects.requireNonNull(pools.get(area));
  }

  /** The account of a purpose; always the same one. */
  public MemoryAccount account(Purpose purpose) {
    return Objects.requireNonNull(accounts.get(purpose));
  }

  /** The most bytes that all purposes of an area together may take. */
  public long limit(Area area) {
    return pool(area).limit();
  }

  /** How many bytes all purposes of an area use together. */
  public long used(Area area) {
    return pool(area).used();
  }

  /** All accounts as they are now, in the order of {@link Purpose}. */
  public List<MemoryUse> uses() {
    List<MemoryUse> uses = new ArrayList<>();
    accounts.values().forEach(account -> uses.add(account.use()));
    return uses;
  }

  private record BytesRange(long floor, long limit) {}

  /** Collects limits. Not thread-safe. */
  public static final class Builder {

    private final Map<Area, Long> areas = new EnumMap<>(Area.class);
    private final Map<Purpose, BytesRange> ranges = new EnumMap<>(Purpose.class);

    private Builder(long heap, long direct, long nativeBytes) {
      areas.put(Area.HEAP, notNegative(heap));
      areas.put(Area.DIRECT, notNegative(direct));
      areas.put(Area.NATIVE, notNegative(nativeBytes));
    }

    private long limit(Area area) {
      return Objects.requireNonNull(areas.get(area));
    }

    private static long notNegative(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("a limit of " + bytes + " bytes");
      }
      return bytes;
    }

    /**
     * Sets what is kept for a purpose, and the most that it may use; in bytes. A limit above that
     * of its area counts as that.
     */
    public Builder purpose(Purpose purpose, long floor, long limit) {
      if (floor < 0 || floor > limit) {
        throw new IllegalArgumentException(
            purpose + " with a floor of " + floor + " bytes and a limit of " + limit);
      }
      ranges.put(purpose, new BytesRange(floor, limit));
      return this;
    }

    /**
     * The budget.
     *
     * @throws IllegalArgumentException if the floors of an area exceed its limit
     */
    public MemoryBudget build() {
      return new MemoryBudget(this);
    }
  }
}
