package io.zabdb.simulator.mutant;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
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
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Loads the runtime, what is built on it, and the simulator once more, with one class compiled from
 * another source. What does not know the runtime is that of the test. Not thread-safe, but as a
 * class loader.
 */
final class MutantLoader extends ClassLoader {

  /** Whatever refers to a class that may be replaced is loaded once more, with it. */
  private static final List<String> RELOADED =
      List.of("io.zabdb.log.", "io.zabdb.replica.", "io.zabdb.node.", "io.zabdb.simulator.");

  private final Map<String, ByteArrayOutputStream> compiled = new HashMap<>();
  private final boolean all;

  /**
   * @param type the class that is replaced, with its package
   * @param source of it
   */
  MutantLoader(String type, String source) {
    super(MutantLoader.class.getClassLoader());
    all = RELOADED.stream().noneMatch(type::startsWith);
    compile(type, source);
  }

  private void compile(String type, String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    StandardJavaFileManager standard = compiler.getStandardFileManager(found, null, null);
    JavaFileManager inMemory =
        new ForwardingJavaFileManager<>(standard) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
              @Override
              public OutputStream openOutputStream() {
                return compiled.computeIfAbsent(name, key -> new ByteArrayOutputStream());
              }
            };
          }
        };
    JavaFileObject text =
        new SimpleJavaFileObject(
            URI.create("memory:///" + type.replace('.', '/') + ".java"),
            JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options = List.of("-proc:none", "-nowarn", "-g", "--release", "17");
    if (!compiler.getTask(null, inMemory, found, options, null, List.of(text)).call()) {
      throw new IllegalStateException(
          type
              + " does not compile with the bug in it: "
              + found.getDiagnostics().stream()
                  .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                  .map(Object::toString)
                  .toList());
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    boolean own = all ? name.startsWith("io.zabdb.") : RELOADED.stream().anyMatch(name::startsWith);
    if (!own) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes = compiled.containsKey(name) ? compiled.get(name).toByteArray() : read(name);
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] read(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
