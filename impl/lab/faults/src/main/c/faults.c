/*
 * Loaded into a process by LD_PRELOAD (Linux, glibc): its calls of the C library for files fail or take longer, its
 * wall clock is off, and its monotonic clock has jumped ahead or runs fast or slow, as a control file says. Whoever
 * steers it (io.zabdb.faults.preload.Preload; zabdb.preload of the Jepsen tests) maps the same file, whose path is in
 * the environment variable FAULTS_CONTROL.
 *
 * What it does not reach: files that are mapped into memory, system calls that are made past the C library, and timers
 * of the kernel (timerfd, epoll), which go by its own clock.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <pthread.h>
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

/* The same numbers as in Preload.java and jepsen/src/zabdb/preload.clj. */
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

/* How the process' monotonic time follows the kernel's; all zero: it is the kernel's. */
struct pace {
  int64_t since;  /* in nanoseconds of the kernel's clock */
  int64_t ahead;  /* by so many nanoseconds at that time */
  int64_t before; /* until then it gains so many nanoseconds in each 1000; more than -1000 */
  int64_t after;  /* and from then on */
};

struct control {
  _Atomic int64_t clock_nanos; /* added to the wall clock */
  _Atomic int64_t exited;      /* 1 and the status with which the process has ended by itself; 0: it has not */
  _Atomic int64_t told;        /* how often it was told a monotonic time that is not the kernel's */
  _Atomic int64_t current;     /* which of the two holds; the other one is written, and then this */
  struct pace paces[2];
  struct rule rules[RULES];
};

static struct control *control;

static void give_up(const char *what) {
  dprintf(2, "faults.c: %s: %s\n", what, strerror(errno));
  _exit(97);
}

static pid_t attached;

/* Of the process itself: children that have not begun a program of their own share what it mapped. */
static void note_exit(int status, void *unused) {
  (void) unused;
  if (getpid() == attached) {
    atomic_store(&control->exited, 1 + (status & 255));
  }
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
  attached = getpid();
  atomic_store(&control->exited, 0);
  on_exit(note_exit, NULL);
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

/* -- the monotonic clock */

static int64_t gained(const struct pace *pace, int64_t now) {
  int64_t passed = now - pace->since;
  return pace->ahead + passed * (passed < 0 ? pace->before : pace->after) / 1000;
}

static const struct pace *pace(void) {
  return &control->paces[atomic_load(&control->current) & 1];
}

static int is_monotonic(clockid_t clock) {
  return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_MONOTONIC_RAW
      || clock == CLOCK_BOOTTIME;
}

static int64_t nanos(const struct timespec *time) {
  return time->tv_sec * NANOS + time->tv_nsec;
}

static void shift_monotonic(struct timespec *time) {
  if (control == NULL) {
    return;
  }
  int64_t by = gained(pace(), nanos(time));
  if (by != 0) {
    atomic_fetch_add_explicit(&control->told, 1, memory_order_relaxed);
    shift(time, by);
  }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  REAL(clock_gettime)
  int result = real(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    shift(time, offset());
  } else if (result == 0 && is_monotonic(clock)) {
    shift_monotonic(time);
  }
  return result;
}

/* When it is this time for the process, it is the result for the kernel, as far as the present pace tells. */
static struct timespec until(const struct timespec *time) {
  struct timespec now = *time;
  if (control == NULL || syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now) != 0) {
    return *time;
  }
  const struct pace *present = pace();
  int64_t at = nanos(&now);
  int64_t left = nanos(time) - at - gained(present, at);
  int64_t runs = 1000 + (at < present->since ? present->before : present->after);
  /* What has passed, has passed. */
  shift(&now, left <= 0 ? 0 : (int64_t) ((__int128) left * 1000 / (runs < 1 ? 1 : runs)));
  return now;
}

/* With dlsym, these may be the first of their kind, which know no clocks. */
#define REAL_CONDITION(name)                                              \
  static __typeof__(&name) real;                                          \
  if (real == NULL) {                                                     \
    real = (__typeof__(&name)) dlvsym(RTLD_NEXT, #name, "GLIBC_2.3.2");   \
    if (real == NULL) {                                                   \
      real = (__typeof__(&name)) dlsym(RTLD_NEXT, #name);                 \
    }                                                                     \
  }

/* A condition does not tell its clock. No machine runs for thirty years; times since 1970 are longer than that. */
#define LONGEST_UPTIME 1000000000

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict time) {
  REAL_CONDITION(pthread_cond_timedwait)
  if (time->tv_sec > LONGEST_UPTIME) {
    return real(condition, mutex, time);
  }
  struct timespec end = until(time);
  return real(condition, mutex, &end);
}

int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict time) {
  REAL(pthread_cond_clockwait)
  if (clock != CLOCK_MONOTONIC) {
    return real(condition, mutex, clock, time);
  }
  struct timespec end = until(time);
  return real(condition, mutex, clock, &end);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
  REAL(clock_nanosleep)
  if (clock != CLOCK_MONOTONIC || !(flags & TIMER_ABSTIME)) {
    return real(clock, flags, time, left);
  }
  struct timespec end = until(time);
  return real(clock, flags, &end, left);
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
