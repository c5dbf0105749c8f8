package io.zabdb.testkit.linearizability;

import java.util.Optional;

/**
 * The verdict on a history and what it rests on.
 *
 * @param keys how many keys the history has
 * @param steps what was spent on all keys; the same in every run unless the time is limited
 * @param failure of the first invalid key; present if and only if the verdict is INVALID
 * @param limit the first limit that was exceeded; present if the verdict is INCONCLUSIVE
 */
public record CheckResult(
    Verdict verdict, int keys, long steps, Optional<Failure> failure, Optional<String> limit) {}
