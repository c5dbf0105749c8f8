package io.zabdb.environment.peer;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When the replicas of an event loop are told which nodes are heard: when that changes, and now and
 * then, since their members may have. By that loop.
 */
public final class HeardNews {

  /** So many looks, and they are told again. */
  private static final int AGAIN = 25;

  private final HeardNodes heard;
  private SortedMap<Integer, Long> known = new TreeMap<>();
  private int looks;

  public HeardNews(HeardNodes heard) {
    this.heard = heard;
  }

  /** What replicas are to be told now ({@link HeardMembers#look}); empty: nothing. */
  public Optional<SortedMap<Integer, Long>> next(long now) {
    SortedMap<Integer, Long> starts = heard.starts(now);
    looks = (looks + 1) % AGAIN;
    if (looks != 0 && starts.equals(known)) {
      return Optional.empty();
    }
    known = starts;
    return Optional.of(starts);
  }
}
