package io.zabdb.maelstrom;

import io.zabdb.core.zab.Mutant;
import io.zabdb.maelstrom.main.Main;

/** A node with the broken core that the system property {@code zabdb.mutant} names. Of tests. */
public final class MutantMain {

  private MutantMain() {}

  public static void main(String[] arguments) {
    Mutant mutant = Mutant.valueOf(System.getProperty("zabdb.mutant"));
    System.err.println("broken core: " + mutant);
    System.exit(Main.run(MutantMain.class, mutant.guards(), arguments));
  }
}
