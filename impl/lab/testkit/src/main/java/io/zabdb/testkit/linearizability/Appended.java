package io.zabdb.testkit.linearizability;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * The state of a list that grows: a list that shares its beginning with the states before it, so
 * that remembering all of them takes little memory.
 */
public final class Appended {

  static final Appended EMPTY = new Appended(null, null, 0, 1);

  private final Appended before;
  private final Object value;
  private final int size;
  private final int hash;

  private Appended(Appended before, Object value, int size, int hash) {
    this.before = before;
    this.value = value;
    this.size = size;
    this.hash = hash;
  }

  Appended plus(Object added) {
    return new Appended(this, added, size + 1, 31 * hash + Objects.hashCode(added));
  }

  /** The values, the first one first. */
  public List<Object> values() {
    Deque<Object> values = new ArrayDeque<>(size);
    for (Appended at = this; at.size > 0; at = at.before) {
      values.addFirst(at.value);
    }
    return new ArrayList<>(values);
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Appended that) || size != that.size || hash != that.hash) {
      return false;
    }
    Appended mine = this;
    Appended theirs = that;
    while (mine != theirs) {
      if (!Objects.equals(mine.value, theirs.value)) {
        return false;
      }
      mine = mine.before;
      theirs = theirs.before;
    }
    return true;
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return values().toString();
  }
}
