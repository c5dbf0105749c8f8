package io.zabdb.bench;

import io.zabdb.bench.core.CoreCommand;
import picocli.CommandLine.Command;

/** {@code ./zabdb bench}: measurements. None is part of the tests. */
@Command(
    name = "bench",
    description = "Measure; see docs/performance.md.",
    mixinStandardHelpOptions = true,
    subcommands = CoreCommand.class,
    subcommandsRepeatable = false)
public final class BenchCommand {}
