package io.zabdb.modelcheck.apalache;

import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.model.Tier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of Apalache on a module, declared at the head of an {@code APA*} module:
 *
 * <pre>
 * \* @apalache Step: --cinit=ConstInit --init=IndInit --next=Next --inv=IndInv --length=1
 * \* @apalache Weak: --cinit=ConstInit --init=WeakInit --next=Next --inv=IndInv --length=1 => violates [full]
 * </pre>
 *
 * @param module the module's file
 * @param name the check's name, unique in the module
 * @param arguments options of {@code apalache-mc check}; empty for a type check
 * @param violates whether a violation must be found
 * @param tier the lowest tier that runs it
 */
public record ApalacheCheck(
    Path module, String name, List<String> arguments, boolean violates, Tier tier) {

  private static final Pattern ANNOTATION =
      Pattern.compile("\\s*(?:\\\\\\*|\\(\\*)\\s*@apalache\\b(.*)");
  private static final Pattern CHECK =
      Pattern.compile(
          "\\s+(\\w+):((?:\\s+--[\\w-]+=\\S+)+)(\\s*=> violates)?(?:\\s+\\[(quick|full|deep)\\])?[\\s*)]*");

  /** The check that every module passes: its types are right. */
  static ApalacheCheck typecheck(Path module) {
    return new ApalacheCheck(module, "typecheck", List.of(), false, Tier.QUICK);
  }

  /**
   * The checks that a module declares.
   *
   * @throws SpecError if a declaration cannot be read
   */
  static List<ApalacheCheck> declaredIn(Path module, List<String> lines) {
    List<ApalacheCheck> checks = new ArrayList<>();
    for (String line : lines) {
      Matcher annotation = ANNOTATION.matcher(line);
      if (annotation.matches()) {
        checks.add(parse(module, annotation.group(1)));
      }
    }
    return checks;
  }

  private static ApalacheCheck parse(Path module, String text) {
    Matcher check = CHECK.matcher(text);
    if (!check.matches()) {
      throw new SpecError(
          module.getFileName()
              + ": '@apalache"
              + text
              + "' is not of the form"
              + " '@apalache Name: --option=value ... [=> violates] [[quick|full|deep]]'");
    }
    List<String> arguments = Arrays.asList(check.group(2).strip().split("\\s+"));
    Tier tier =
        check.group(4) == null
            ? Tier.QUICK
            : Tier.valueOf(check.group(4).toUpperCase(java.util.Locale.ROOT));
    return new ApalacheCheck(module, check.group(1), arguments, check.group(3) != null, tier);
  }

  String expected() {
    return arguments.isEmpty() ? "well typed" : violates ? "violates" : "holds";
  }
}
