package io.zabdb.coordination.embedded;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A configuration manager in a process of its own: prints its address, then runs until it is killed
 * or its input ends, as it does when the test's process dies.
 */
final class ServerProcess {

  private ServerProcess() {}

  public static void main(String[] arguments) throws IOException {
    EmbeddedConfigurationManager manager =
        EmbeddedConfigurationManager.start(
            EmbeddedSettings.of(Path.of(arguments[0]), Integer.parseInt(arguments[1])));
    System.out.println(manager.address());
    while (System.in.read() >= 0) {
      // There is none.
    }
    manager.close();
  }
}
