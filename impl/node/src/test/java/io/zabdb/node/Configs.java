package io.zabdb.node;

import io.zabdb.node.config.ConfigException;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.config.NodeConfigReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Configurations for tests, on free ports. */
public final class Configs {

  public static final String CLUSTER = "0f8fad5b-d9cb-469f-a165-70867728950e";

  private Configs() {}

  /** Node 0, alone, which looks for nobody first, with these options besides. */
  public static NodeConfig alone(Path data, String... namesAndValues) {
    Map<String, String> options = new HashMap<>();
    options.put("cluster", CLUSTER);
    options.put("node", "0");
    options.put("data-directory", data.toString());
    options.put("client-port", "0");
    options.put("peer-port", String.valueOf(freePort()));
    options.put("http-port", "0");
    options.put("disk-reserve", "1MiB");
    options.put("founding-wait", "0s");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    try {
      return NodeConfigReader.of(options);
    } catch (ConfigException e) {
      throw new IllegalArgumentException(e);
    }
  }

  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
