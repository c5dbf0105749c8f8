package io.zabdb.testkit.broken;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The classes of a broken build that differ from the product's. Immutable. */
public final class CompiledBuild {

  private final Map<String, byte[]> classes;

  private CompiledBuild(Map<String, byte[]> classes) {
    this.classes = classes;
  }

  /**
   * Compiles the changed class and those that are nested in it, against the class path of this
   * process; needs a JDK.
   *
   * @param impl the folder {@code impl} of the repository
   * @throws IllegalStateException if the build does not apply, or does not compile
   */
  public static CompiledBuild of(BrokenBuild build, Path impl) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("broken builds are compiled by a JDK; this is a JRE");
    }
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    Output output = new Output(compiler.getStandardFileManager(found, null, null));
    JavaFileObject text = text(build.type(), build.source(impl));
    List<String> options = List.of("-proc:none", "-nowarn", "-g", "--release", "17");
    if (!compiler.getTask(null, output, found, options, null, List.of(text)).call()) {
      throw new IllegalStateException(
          build.name()
              + " does not compile: "
              + found.getDiagnostics().stream()
                  .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                  .map(Object::toString)
                  .toList());
    }
    Map<String, byte[]> classes = new HashMap<>();
    output.written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    return new CompiledBuild(classes);
  }

  private static JavaFileObject text(String type, String source) {
    URI place = URI.create("memory:///" + type.replace('.', '/') + ".java");
    return new SimpleJavaFileObject(place, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return source;
      }
    };
  }

  /** Keeps what the compiler writes. */
  private static final class Output extends ForwardingJavaFileManager<JavaFileManager> {

    private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

    Output(JavaFileManager standard) {
      super(standard);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
        @Override
        public OutputStream openOutputStream() {
          return written.computeIfAbsent(name, key -> new ByteArrayOutputStream());
        }
      };
    }
  }

  /** The bytes of each class, by its name with package. */
  Map<String, byte[]> classes() {
    return classes;
  }

  /**
   * Writes the classes, each into the folder of its package, so that a class path that begins with
   * this folder has the bug.
   */
  public void writeTo(Path folder) throws IOException {
    for (Map.Entry<String, byte[]> each : classes.entrySet()) {
      Path file = folder.resolve(each.getKey().replace('.', '/') + ".class");
      Files.createDirectories(file.getParent());
      Files.write(file, each.getValue());
    }
  }
}
