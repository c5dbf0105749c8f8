package io.zabdb.conformance.mirror;

import io.zabdb.conformance.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a module says, as far as the mirror test asks. */
record SpecText(String module, String text) {

  private static final Pattern COMMENT =
      Pattern.compile("\\\\\\*[^\\n]*|\\(\\*.*?\\*\\)", Pattern.DOTALL);

  static SpecText of(String module) {
    return of("zab", module);
  }

  static SpecText of(String folder, String module) {
    return new SpecText(module, COMMENT.matcher(whole(folder, module)).replaceAll(""));
  }

  private static String whole(String folder, String module) {
    try {
      return Files.readString(Specs.folder().resolve(folder).resolve(module + ".tla"));
    } catch (IOException unreadable) {
      throw new IllegalStateException("no module " + module, unreadable);
    }
  }

  /** The fields of a record type that a comment of the module gives a name. */
  static Set<String> fieldsOf(String folder, String module, String alias) {
    Matcher type =
        Pattern.compile("@typeAlias: " + alias + " = \\{(.*?)\\};", Pattern.DOTALL)
            .matcher(whole(folder, module));
    if (!type.find()) {
      throw new IllegalStateException(module + " has no type " + alias);
    }
    Set<String> fields = new TreeSet<>();
    Matcher field = Pattern.compile("(\\w+):").matcher(type.group(1));
    while (field.find()) {
      fields.add(field.group(1));
    }
    return fields;
  }

  /** The body of an operator: up to the next line that is empty. */
  String body(String operator) {
    Matcher matcher =
        Pattern.compile(
                "^" + operator + "(\\([^)]*\\))? ==(.*?)\\n\\s*\\n",
                Pattern.MULTILINE | Pattern.DOTALL)
            .matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException(module + " does not define " + operator);
    }
    return matcher.group(2);
  }

  boolean defines(String operator) {
    return Pattern.compile("^" + operator + "(\\(|\\s+==)", Pattern.MULTILINE).matcher(text).find();
  }

  /** The first group of each match of a pattern in an operator's body. */
  Set<String> inBody(String operator, String pattern) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(body(operator));
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  /** The names under VARIABLES. */
  List<String> variables() {
    List<String> names = new ArrayList<>();
    Matcher section =
        Pattern.compile("^VARIABLES(.*?)\\n\\s*\\n\\w", Pattern.MULTILINE | Pattern.DOTALL)
            .matcher(text);
    if (!section.find()) {
      throw new IllegalStateException(module + " has no VARIABLES");
    }
    for (String name : section.group(1).split("[\\s,]+")) {
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }
}
