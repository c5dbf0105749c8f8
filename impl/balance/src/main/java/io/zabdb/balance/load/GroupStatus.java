package io.zabdb.balance.load;

/** {@code Bootstrap!status}: a group's way into the store, and out of it. */
public enum GroupStatus {
  /** It owns nothing, and nothing is moved to it. */
  OUT,
  /** It receives shares of those that are heavily loaded. */
  JOINING,
  /** It serves, and takes more in the background. */
  PULLING,
  /** It serves. */
  MEMBER,
  /** It serves, and gives all that it has. */
  LEAVING;

  /** {@code Bootstrap!Counted}: whether the mean counts it. */
  public boolean isCounted() {
    return this == JOINING || this == PULLING || this == MEMBER;
  }
}
