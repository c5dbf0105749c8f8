package io.zabdb.coordination.state;

/**
 * A column family, the same in all partitions.
 *
 * @param name unique in the cluster
 * @param versions how many versions of a column are kept, from 1
 * @param maxAge after how many milliseconds cells expire; 0: never
 */
public record FamilyInfo(String name, int versions, long maxAge) {}
