package io.zabdb.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, as Maven knows it. */
final class VersionOfBuild implements IVersionProvider {

  private static final String RESOURCE = "/io/zabdb/cli/version.properties";

  @Override
  public String[] getVersion() {
    try (InputStream in = VersionOfBuild.class.getResourceAsStream(RESOURCE)) {
      Properties properties = new Properties();
      properties.load(in);
      return new String[] {"zabdb " + properties.getProperty("version")};
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
