package io.zabdb.faults.torture;

import java.time.Duration;

/**
 * What came of a strike.
 *
 * @param name of the strike
 * @param effect how it was seen
 * @param took until it had taken effect
 * @param successes of clients while it lasted
 * @param epochs how many new ones began: leadership moved at most so often
 * @param recovery from its end until all nodes served and clients succeeded again
 */
record StrikeResult(
    String name, String effect, Duration took, long successes, long epochs, Duration recovery) {}
