package io.zabdb.replica.move;

import io.zabdb.core.group.Members;

/**
 * Who has the files of an offer. Immutable.
 *
 * @param members those that have them all, verified and on disk, as bits
 * @param fetching those that are fetching them, as bits
 * @param lacking why others have not, in words that name their nodes; empty: all have them
 */
public record Holders(long members, long fetching, String lacking) {

  /** Nobody was asked. */
  public static final Holders NOBODY = new Holders(0, 0, "");

  /** And a member that has them. */
  public Holders andOneThatHas(int member) {
    return new Holders(Members.with(members, member), fetching, lacking);
  }

  /** And a member that fetches them. */
  public Holders andOneThatFetches(int member, String why) {
    return new Holders(members, Members.with(fetching, member), and(why));
  }

  /** And a member that neither has them, nor fetches them now. */
  public Holders andOneThatLacks(String why) {
    return new Holders(members, fetching, and(why));
  }

  private String and(String why) {
    return lacking.isEmpty() ? why : lacking + "; " + why;
  }
}
