package io.zabdb.maelstrom.power;

import java.util.Random;

/** What survives a loss of power of that which was not synced. */
public interface Chance {

  /** Nothing of it. */
  Chance NOTHING =
      new Chance() {
        @Override
        public boolean survives() {
          return false;
        }

        @Override
        public int upTo(int most) {
          return 0;
        }
      };

  /** Any part. */
  static Chance any(Random random) {
    return new Chance() {
      @Override
      public boolean survives() {
        return random.nextBoolean();
      }

      @Override
      public int upTo(int most) {
        return random.nextInt(most + 1);
      }
    };
  }

  /** Whether the next page, or change of a name, does. */
  boolean survives();

  /** How many bytes of so many do, by which a file grew. */
  int upTo(int most);
}
