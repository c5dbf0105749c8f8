package io.zabdb.bench.timeline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** A set of moments: spans that do not touch, in order. Immutable. */
public final class Spans {

  private final List<Span> spans;

  private Spans(List<Span> spans) {
    this.spans = List.copyOf(spans);
  }

  /** All moments of these spans, which may overlap and be in any order; empty ones have none. */
  public static Spans of(Collection<Span> spans) {
    List<Span> joined = new ArrayList<>();
    List<Span> sorted =
        spans.stream()
            .filter(span -> span.micros() > 0)
            .sorted(Comparator.comparingLong(Span::start))
            .toList();
    for (Span span : sorted) {
      int last = joined.size() - 1;
      if (last >= 0 && joined.get(last).end() >= span.start()) {
        Span before = joined.get(last);
        joined.set(last, new Span(before.start(), Math.max(before.end(), span.end())));
      } else {
        joined.add(span);
      }
    }
    return new Spans(joined);
  }

  /** The moments of any of these. */
  public static Spans union(Collection<Spans> all) {
    return of(all.stream().flatMap(each -> each.spans.stream()).toList());
  }

  /** The moments that are in a span, too. */
  public Spans within(Span window) {
    List<Span> clipped = new ArrayList<>();
    for (Span span : spans) {
      long start = Math.max(span.start(), window.start());
      long end = Math.min(span.end(), window.end());
      if (start < end) {
        clipped.add(new Span(start, end));
      }
    }
    return new Spans(clipped);
  }

  /** Whether any moment from a start to an end, inclusive, is in it. */
  public boolean touches(long start, long end) {
    int low = 0;
    int high = spans.size();
    // The first span that ends behind the start.
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (spans.get(middle).end() <= start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < spans.size() && spans.get(low).start() <= end;
  }

  /** How long it is, all together. */
  public long micros() {
    return spans.stream().mapToLong(Span::micros).sum();
  }

  public List<Span> list() {
    return spans;
  }
}
