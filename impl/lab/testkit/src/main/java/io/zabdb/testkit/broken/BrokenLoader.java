package io.zabdb.testkit.broken;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Loads the product, and what examines it, once more, with the classes of a broken build among
 * them. What it does not load again is its parent's. Thread-safe, as a class loader is.
 */
public final class BrokenLoader extends ClassLoader {

  /** All of the product, and what examines it. */
  public static final List<String> EVERYTHING = List.of("io.zabdb.");

  private final CompiledBuild build;
  private final List<String> again;

  /**
   * @param parent has the product as it is
   * @param again how the names begin of the classes that are loaded again: whatever refers to a
   *     changed class must be among them
   */
  public BrokenLoader(ClassLoader parent, CompiledBuild build, List<String> again) {
    super(parent);
    this.build = build;
    this.again = List.copyOf(again);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (again.stream().noneMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] changed = build.classes().get(name);
    byte[] bytes = changed != null ? changed : read(name);
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
