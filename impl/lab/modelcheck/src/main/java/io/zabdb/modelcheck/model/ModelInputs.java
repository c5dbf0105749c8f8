package io.zabdb.modelcheck.model;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All that decides what comes of a model: its configuration, its module, and the modules that these
 * build on. With the same inputs, the same TLC finds the same, since the order of its search and
 * all its seeds are fixed.
 */
public final class ModelInputs {

  /** What follows the word may be more than names: those that are no modules do no harm. */
  private static final Pattern EXTENDS = Pattern.compile("\\bEXTENDS\\s+([\\w\\s,]+)");

  private static final Pattern INSTANCE = Pattern.compile("\\bINSTANCE\\s+(\\w+)");

  /** Of SHA-256, as hexadecimal digits: enough that no change goes unseen. */
  private static final int DIGITS = 16;

  private ModelInputs() {}

  /**
   * A digest of all inputs of a model.
   *
   * @param checker what runs the model, with its version
   * @return 16 hexadecimal digits
   */
  public static String digest(Model model, ModuleIndex modules, String checker) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    collect(model.root(), modules, texts);
    MessageDigest digest = sha256();
    add(digest, checker);
    add(digest, Files.readString(model.cfg()));
    add(digest, model.rootName());
    texts.forEach(
        (name, text) -> {
          add(digest, name);
          add(digest, text);
        });
    return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
  }

  private static void collect(Path file, ModuleIndex modules, Map<String, String> texts)
      throws IOException {
    String text = Files.readString(file);
    if (texts.put(ModelCatalog.nameOf(file), text) != null) {
      return;
    }
    for (String name : named(text).toList()) {
      Path other = modules.all().get(name);
      if (other != null && !texts.containsKey(name)) {
        collect(other, modules, texts);
      }
    }
  }

  private static Stream<String> named(String text) {
    return Stream.concat(
        EXTENDS.matcher(text).results().flatMap(found -> Stream.of(found.group(1).split("\\W+"))),
        INSTANCE.matcher(text).results().map(found -> found.group(1)));
  }

  private static void add(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
