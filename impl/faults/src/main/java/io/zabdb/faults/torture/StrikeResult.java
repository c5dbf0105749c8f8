package io.zabdb.faults.torture;

import java.time.Duration;

/**
 * What came of a strike.
 *
 * @param name of the strike
 * @param effect how it was seen
 * @param took until it had taken effect
 * @param successes of clients while it lasted
 * @param recovery from its end until all nodes served and clients succeeded again
 */
record StrikeResult(String name, String effect, Duration took, long successes, Duration recovery) {}
