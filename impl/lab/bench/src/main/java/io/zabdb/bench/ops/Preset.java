package io.zabdb.bench.ops;

import java.util.List;

/** How much is measured if nothing else is said. */
enum Preset {
  /** In two minutes, to see whether something has changed a lot. */
  quick(List.of(1, 64), 10, 5),
  /** In five minutes. */
  normal(List.of(1, 16, 64, 256), 20, 10),
  /** In twenty minutes, for figures that are told to others. */
  full(List.of(1, 16, 64, 256), 60, 60);

  final List<Integer> clients;
  final int warmUpSeconds;
  final int measureSeconds;

  Preset(List<Integer> clients, int warmUpSeconds, int measureSeconds) {
    this.clients = clients;
    this.warmUpSeconds = warmUpSeconds;
    this.measureSeconds = measureSeconds;
  }
}
