package io.zabdb.bench.moves;

import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Mix;
import java.time.Duration;

/**
 * What is measured.
 *
 * @param rounds each of a time without moves and one with moves
 * @param idleMoves how many moves without clients come first, at least 1
 * @param measure how long each half of a round lasts
 */
record MovesSettings(
    KeySpace keys,
    Mix mix,
    int clients,
    int rounds,
    int idleMoves,
    Duration warmUp,
    Duration measure,
    long seed) {}
