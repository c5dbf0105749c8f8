/*
 * Loaded into a process by LD_PRELOAD (Linux, glibc): its calls of the C library for files fail or take longer, and
 * its wall clock is off, as a control file says. The process that steers it (io.zabdb.faults.preload.Preload) maps
 * the same file, whose path is in the environment variable FAULTS_CONTROL.
 *
 * What it does not reach: files that are mapped into memory, and system calls that are made past the C library. Time
 * that only grows (CLOCK_MONOTONIC) is left alone: waits with a limit rest on it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* The same numbers as in Preload.java. */
#define RULES 16
#define PATTERN 216
enum { READ = 1, WRITE = 2, SYNC = 4 };

struct rule {
  _Atomic int64_t active;     /* 0 or 1; the last to be written */
  int64_t operations;         /* a set of READ, WRITE, SYNC */
  int64_t error;              /* an errno, or 0: only the delay */
  int64_t delay_micros;       /* before the call, or its failure */
  _Atomic int64_t spare;      /* so many calls are let through first */
  char pattern[PATTERN];      /* of the file's path: fnmatch, `*` spans slashes */
  _Atomic int64_t hits;       /* calls that it took effect on */
};

struct control {
  _Atomic int64_t clock_nanos; /* added to the wall clock */
  struct rule rules[RULES];
};

static struct control *control;

static void give_up(const char *what) {
  dprintf(2, "faults.c: %s: %s\n", what, strerror(errno));
  _exit(97);
}

__attribute__((constructor)) static void attach(void) {
  const char *path = getenv("FAULTS_CONTROL");
  if (path == NULL) {
    errno = EINVAL;
    give_up("FAULTS_CONTROL is not set");
  }
  int file = open(path, O_RDWR | O_CLOEXEC);
  struct stat found;
  if (file < 0 || fstat(file, &found) != 0) {
    give_up(path);
  }
  if (found.st_size != (off_t) sizeof(struct control)) {
    errno = EINVAL;
    give_up("the control file has another size");
  }
  void *mapped = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) {
    give_up(path);
  }
  syscall(SYS_close, file);
  control = mapped;
}

/* A file that it adds nothing to needs no room: so a full disk does not keep it from being written again. */
static int needs_room(int file, int64_t end) {
  struct stat found;
  return fstat(file, &found) != 0 || end > found.st_size;
}

/*
 * The errno with which an operation on an open file must fail, or 0; waits, if it must take longer. A write ends before
 * the byte `end` of the file.
 */
static int fault(int operation, int file, int64_t end) {
  if (control == NULL) {
    return 0;
  }
  char path[4096];
  ssize_t length = -1;
  for (int i = 0; i < RULES; i++) {
    struct rule *rule = &control->rules[i];
    if (!atomic_load(&rule->active) || !(rule->operations & operation)) {
      continue;
    }
    if (length < 0) {
      char link[64];
      int before = errno;
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      length = readlink(link, path, sizeof path - 1);
      errno = before;
      if (length < 0) {
        return 0;
      }
      path[length] = 0;
    }
    if (fnmatch(rule->pattern, path, 0) != 0 || (rule->error == ENOSPC && !needs_room(file, end))) {
      continue;
    }
    if (atomic_load(&rule->spare) > 0 && atomic_fetch_sub(&rule->spare, 1) > 0) {
      continue;
    }
    atomic_fetch_add(&rule->hits, 1);
    if (rule->delay_micros > 0) {
      struct timespec pause = {rule->delay_micros / 1000000, rule->delay_micros % 1000000 * 1000};
      nanosleep(&pause, NULL);
    }
    if (rule->error != 0) {
      return (int) rule->error;
    }
  }
  return 0;
}

#define REAL(name)                                        \
  static __typeof__(&name) real;                          \
  if (real == NULL) {                                     \
    real = (__typeof__(&name)) dlsym(RTLD_NEXT, #name);   \
  }

/* The end of a write at the present position; one that appends adds to the file, whatever the position. */
static int64_t end_of(int file, size_t count) {
  off_t at = lseek(file, 0, SEEK_CUR);
  return at < 0 || (fcntl(file, F_GETFL) & O_APPEND) ? INT64_MAX : at + (int64_t) count;
}

static size_t length_of(const struct iovec *parts, int count) {
  size_t length = 0;
  for (int i = 0; i < count; i++) {
    length += parts[i].iov_len;
  }
  return length;
}

#define UNLESS_FAULTY(operation, file, end, call) \
  do {                                            \
    int error = fault(operation, file, end);      \
    if (error != 0) {                             \
      errno = error;                              \
      return -1;                                  \
    }                                             \
    return call;                                  \
  } while (0)

ssize_t read(int file, void *bytes, size_t count) {
  REAL(read)
  UNLESS_FAULTY(READ, file, 0, real(file, bytes, count));
}

ssize_t pread(int file, void *bytes, size_t count, off_t at) {
  REAL(pread)
  UNLESS_FAULTY(READ, file, 0, real(file, bytes, count, at));
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t at) {
  REAL(pread64)
  UNLESS_FAULTY(READ, file, 0, real(file, bytes, count, at));
}

ssize_t readv(int file, const struct iovec *parts, int count) {
  REAL(readv)
  UNLESS_FAULTY(READ, file, 0, real(file, parts, count));
}

ssize_t write(int file, const void *bytes, size_t count) {
  REAL(write)
  UNLESS_FAULTY(WRITE, file, end_of(file, count), real(file, bytes, count));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  REAL(pwrite)
  UNLESS_FAULTY(WRITE, file, at + (int64_t) count, real(file, bytes, count, at));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  REAL(pwrite64)
  UNLESS_FAULTY(WRITE, file, at + (int64_t) count, real(file, bytes, count, at));
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  REAL(writev)
  UNLESS_FAULTY(WRITE, file, end_of(file, length_of(parts, count)), real(file, parts, count));
}

int fallocate(int file, int mode, off_t from, off_t length) {
  REAL(fallocate)
  UNLESS_FAULTY(WRITE, file, from + length, real(file, mode, from, length));
}

int fallocate64(int file, int mode, off64_t from, off64_t length) {
  REAL(fallocate64)
  UNLESS_FAULTY(WRITE, file, from + length, real(file, mode, from, length));
}

/* These two return the error. */
int posix_fallocate(int file, off_t from, off_t length) {
  REAL(posix_fallocate)
  int error = fault(WRITE, file, from + length);
  return error != 0 ? error : real(file, from, length);
}

int posix_fallocate64(int file, off64_t from, off64_t length) {
  REAL(posix_fallocate64)
  int error = fault(WRITE, file, from + length);
  return error != 0 ? error : real(file, from, length);
}

int fsync(int file) {
  REAL(fsync)
  UNLESS_FAULTY(SYNC, file, 0, real(file));
}

int fdatasync(int file) {
  REAL(fdatasync)
  UNLESS_FAULTY(SYNC, file, 0, real(file));
}

int sync_file_range(int file, off64_t from, off64_t length, unsigned int flags) {
  REAL(sync_file_range)
  UNLESS_FAULTY(SYNC, file, 0, real(file, from, length, flags));
}

/* -- the wall clock */

#define NANOS 1000000000LL

static int64_t offset(void) {
  return control == NULL ? 0 : atomic_load(&control->clock_nanos);
}

static void shift(struct timespec *time, int64_t by) {
  int64_t nanos = time->tv_nsec + by % NANOS;
  time->tv_sec += by / NANOS;
  if (nanos < 0) {
    nanos += NANOS;
    time->tv_sec--;
  } else if (nanos >= NANOS) {
    nanos -= NANOS;
    time->tv_sec++;
  }
  time->tv_nsec = nanos;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  REAL(clock_gettime)
  int result = real(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    shift(time, offset());
  }
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void) zone;
  struct timespec time;
  if (clock_gettime(CLOCK_REALTIME, &time) != 0) {
    return -1;
  }
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *seconds) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (seconds != NULL) {
    *seconds = now.tv_sec;
  }
  return now.tv_sec;
}
