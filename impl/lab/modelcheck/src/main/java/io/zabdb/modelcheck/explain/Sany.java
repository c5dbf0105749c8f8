package io.zabdb.modelcheck.explain;

import io.zabdb.modelcheck.process.TempFolder;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import tla2sany.drivers.FrontEndException;
import tla2sany.drivers.SANY;
import tla2sany.modanalyzer.SpecObj;
import tla2sany.semantic.ModuleNode;
import util.FilenameToStream;
import util.ToolIO;

/**
 * Parses modules with SANY, TLA+'s parser, in this JVM. One at a time: SANY keeps state in static
 * fields.
 */
public final class Sany {

  private Sany() {}

  /**
   * Parses a module with all it needs.
   *
   * @param modules the files of the spec tree, by module name
   * @throws IOException if the module has errors or a file cannot be read
   */
  public static synchronized ModuleNode parse(String module, Map<String, Path> modules)
      throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream quiet = new PrintStream(said, true, StandardCharsets.UTF_8);
    PrintStream before = ToolIO.out;
    ToolIO.out = quiet;
    try (TempFolder temp = TempFolder.create()) {
      SpecObj spec = new SpecObj(module, new Resolver(modules, temp.path()));
      int result = SANY.frontEndMain(spec, module, quiet);
      if (result != 0 || spec.getSemanticErrors().isFailure()) {
        throw new IOException(said.toString(StandardCharsets.UTF_8));
      }
      return spec.getRootModule();
    } catch (FrontEndException broken) {
      throw new IOException(said.toString(StandardCharsets.UTF_8), broken);
    } finally {
      ToolIO.out = before;
    }
  }

  /** Finds modules in the spec tree, and the standard ones in SANY's own jar. */
  private record Resolver(Map<String, Path> modules, Path temp) implements FilenameToStream {

    @Override
    public File resolve(String name, boolean isModule) {
      String module = name.replaceFirst("\\.tla$", "");
      Path own = modules.get(module);
      Path file = own != null ? own : temp.resolve(module + ".tla");
      if (own == null && !Files.exists(file)) {
        unpack(module, file);
      }
      return new TLAFile(file.toString(), own == null, this);
    }

    private static void unpack(String module, Path file) {
      String resource = "/tla2sany/StandardModules/" + module + ".tla";
      try (InputStream in = SANY.class.getResourceAsStream(resource)) {
        if (in != null) {
          Files.copy(in, file);
        }
      } catch (IOException unreadable) {
        throw new java.io.UncheckedIOException(unreadable);
      }
    }

    @Override
    public String getFullPath() {
      return temp.toString();
    }

    @Override
    public boolean isStandardModule(String name) {
      return !modules.containsKey(name);
    }
  }
}
