package io.zabdb.storage.rocks;

import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Trees by name. They come and go by one thread at a time, which waits for the disk; whoever reads
 * does not wait for that.
 *
 * @param <T> a tree
 */
final class NamedTrees<T> {

  /**
   * Something and the trees that there were when it was made.
   *
   * @param trees do not change
   */
  record Moment<T, S>(Map<String, T> trees, S made) {}

  private final Map<String, T> present = new ConcurrentSkipListMap<>();

  /** A copy, replaced when a change is whole. */
  private volatile Map<String, T> shown = Map.of();

  /** The trees, by name; it changes with them. */
  Map<String, T> present() {
    return Collections.unmodifiableMap(present);
  }

  /** A tree has come; not to be seen at once by those who look at a {@link #moment}. */
  void put(String name, T tree) {
    present.put(name, tree);
  }

  /** A tree has gone; the same. */
  void remove(String name) {
    present.remove(name);
  }

  /** What has changed is whole: from now on a moment shows it. */
  void show() {
    shown = Map.copyOf(present);
  }

  /**
   * Makes something, such as a snapshot, and says which trees there were then. Again, if they have
   * changed meanwhile: a record in the one would name what is not among the others.
   *
   * @param discard is given what was made in vain
   */
  <S> Moment<T, S> moment(Supplier<S> make, Consumer<S> discard) {
    while (true) {
      Map<String, T> before = shown;
      S made = make.get();
      if (shown == before) {
        return new Moment<>(before, made);
      }
      discard.accept(made);
    }
  }
}
