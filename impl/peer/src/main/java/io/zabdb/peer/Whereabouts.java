package io.zabdb.peer;

/**
 * Where a member is, as it tells the others: HOST:PORT each; empty: it does not say.
 *
 * @param peers where other members reach it
 * @param clients where clients reach it
 */
public record Whereabouts(String peers, String clients) {

  /** The most characters of each. */
  public static final int MAX_LENGTH = 300;

  /** It says nothing. */
  public static final Whereabouts UNKNOWN = new Whereabouts("", "");
}
