package io.zabdb.model.data;

/**
 * A column family. It cannot be changed: garbage that only one replica has collected would show.
 *
 * @param name unique in its partition
 * @param versions how many of a column are kept, the newest, at least 1
 * @param maxAge after how many milliseconds of replicated time a cell is gone; 0: never
 */
public record Family(String name, int versions, long maxAge) {

  public Family {
    DataLimits.checkName("the family", name);
    DataLimits.check("the versions of family " + name, versions, 1, DataLimits.VERSIONS);
    DataLimits.check("the maximum age in family " + name, maxAge, 0, DataLimits.MILLIS);
  }

  /** One that keeps one version, for ever. */
  public static Family of(String name) {
    return new Family(name, 1, 0);
  }

  /** Whether its cells ever are gone by their age. */
  public boolean expires() {
    return maxAge > 0;
  }

  /** Whether a cell written at {@code time} is gone at {@code now}, both in milliseconds. */
  public boolean isExpired(long time, long now) {
    return expires() && now - time >= maxAge;
  }
}
