package io.zabdb.bench.peers;

import io.zabdb.bench.ops.OpsCase;
import io.zabdb.bench.peers.system.Promise;
import java.util.List;
import java.util.Optional;

/**
 * What was found of one system.
 *
 * @param title its name and version
 * @param rounds the measurements of each round that was finished
 */
record PeerResult(String name, String title, Promise promise, List<List<OpsCase>> rounds) {

  PeerResult {
    rounds = rounds.stream().map(List::copyOf).toList();
  }

  /** The figures of a mix; empty if no round was finished. */
  Optional<PeerFigures> figures(String mix) {
    List<OpsCase> cases =
        rounds.stream().flatMap(List::stream).filter(each -> each.mix().equals(mix)).toList();
    return cases.isEmpty() ? Optional.empty() : Optional.of(PeerFigures.of(cases));
  }
}
