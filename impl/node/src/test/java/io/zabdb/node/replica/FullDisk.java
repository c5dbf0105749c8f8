package io.zabdb.node.replica;

import io.zabdb.log.file.DiskFullException;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.memory.ForwardingDisk;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;

/** A disk on which the log finds no room for a while: no file is made, and none grows. */
final class FullDisk extends ForwardingDisk {

  private volatile boolean full;

  FullDisk(ReplicaDisk disk) {
    super(disk);
  }

  void fill(boolean now) {
    full = now;
  }

  @Override
  public LogFiles openLog() throws IOException {
    LogFiles files = super.openLog();
    return proxy(
        LogFiles.class,
        (self, method, arguments) -> {
          if (method.getName().equals("create")) {
            checkRoom((String) arguments[0]);
          }
          Object result = invoke(files, method, arguments);
          return result instanceof LogFile file ? guarded(file) : result;
        });
  }

  private LogFile guarded(LogFile file) {
    return proxy(
        LogFile.class,
        (self, method, arguments) -> {
          if (method.getName().equals("write")) {
            long end = (long) arguments[1] + ((ByteBuffer) arguments[0]).remaining();
            if (end > file.size()) {
              checkRoom("a file");
            }
          }
          return invoke(file, method, arguments);
        });
  }

  private void checkRoom(String file) throws DiskFullException {
    if (full) {
      throw new DiskFullException(file, new IOException("the test wants it"));
    }
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
