package io.zabdb.node.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the configuration of a node: flags go before environment variables, these before the file,
 * and that before defaults. All problems are reported together.
 */
public final class NodeConfigReader {

  private NodeConfigReader() {}

  /**
   * A configuration and where its values came from.
   *
   * @param table a line for each option: name, value, source
   */
  public record Read(NodeConfig config, String table) {}

  /**
   * Reads all sources.
   *
   * @param flags {@code --name value} or {@code --name=value}; {@code --config FILE} names the file
   * @param environment variables {@code ZABDB_NAME}, and others, which are ignored; {@code
   *     ZABDB_CONFIG} names the file if no flag does
   * @throws ConfigException with all problems
   */
  public static Read read(List<String> flags, Map<String, String> environment)
      throws ConfigException {
    List<Problem> problems = new ArrayList<>();
    Sources sources = new Sources(problems);
    String file = sources.addFlags(flags);
    sources.addEnvironment(environment);
    String named = file != null ? file : environment.get("ZABDB_CONFIG");
    if (named != null) {
      sources.addFile(Path.of(named));
    }
    return build(sources.settings(), problems);
  }

  /**
   * A configuration from the names and values of options.
   *
   * @throws ConfigException with all problems
   */
  public static NodeConfig of(Map<String, String> options) throws ConfigException {
    List<String> flags = new ArrayList<>();
    options.forEach((name, value) -> flags.add("--" + name + "=" + value));
    return read(flags, Map.of()).config();
  }

  /**
   * Looks whether there is an option of a name.
   *
   * @param source where the name was given, for the message
   * @throws ConfigException if there is none; it tells which one is meant
   */
  public static void checkName(String name, String source) throws ConfigException {
    Optional<Problem> unknown = Sources.unknown(name, source);
    if (unknown.isPresent()) {
      throw new ConfigException(List.of(unknown.get()));
    }
  }

  private static Read build(Map<String, Setting> settings, List<Problem> problems)
      throws ConfigException {
    OptionValues values = new OptionValues(new LinkedHashMap<>(settings), problems);
    if (problems.isEmpty()) {
      new Agreement(values).check();
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return new Read(new Assembly(values).config(), Tables.printed(values));
  }
}
