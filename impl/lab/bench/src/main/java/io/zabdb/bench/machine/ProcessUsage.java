package io.zabdb.bench.machine;

/**
 * What a process has taken so far.
 *
 * @param cpuMicros processor time in microseconds, its own and the kernel's for it, in steps of 10
 *     ms
 * @param residentBytes memory that it holds now
 * @param writtenBytes caused to be written to disks; 0 where the system does not tell
 */
public record ProcessUsage(long cpuMicros, long residentBytes, long writtenBytes) {}
