/* Power loss for tests (LD_PRELOAD, Linux): what reached the disk is what was synced. After each successful fsync or fdatasync of a
 * regular file below PL_PREFIX its content is copied to PL_DURABLE, atomically. Kill the process, put the copies back, and the folder
 * is as after a power cut: writes that were never synced are gone. Renames and removals count as durable. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The file's name below PL_DURABLE: its path below PL_PREFIX with '%' for '/'. 0 when it is none of ours. */
static int durable_name(int fd, char *out, size_t size) {
  const char *prefix = getenv("PL_PREFIX"), *folder = getenv("PL_DURABLE");
  char link[64], path[PATH_MAX];
  struct stat st;
  if (!prefix || !folder || fstat(fd, &st) || !S_ISREG(st.st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, path, sizeof path - 1);
  if (n <= 0) return 0;
  path[n] = 0;
  size_t p = strlen(prefix);
  if (strncmp(path, prefix, p) || path[p] != '/') return 0;
  for (char *c = path + p + 1; *c; c++)
    if (*c == '/') *c = '%';
  return snprintf(out, size, "%s/%s", folder, path + p + 1) < (int)size;
}

static void copy(int fd) {
  char target[PATH_MAX], part[PATH_MAX + 8], self[64];
  if (!durable_name(fd, target, sizeof target)) return;
  snprintf(part, sizeof part, "%s.part", target);
  snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
  pthread_mutex_lock(&lock);
  /* Opened anew: a position of its own, and readable even where fd is not. */
  int in = open(self, O_RDONLY | O_CLOEXEC);
  int out = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (in >= 0 && out >= 0) {
    ssize_t n;
    while ((n = sendfile(out, in, NULL, 1 << 24)) > 0) {
    }
    if (n == 0) rename(part, target);
  }
  if (in >= 0) close(in);
  if (out >= 0) close(out);
  pthread_mutex_unlock(&lock);
}

static int synced(const char *name, int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  int result = real(fd);
  if (result == 0) copy(fd);
  return result;
}

int fsync(int fd) { return synced("fsync", fd); }
int fdatasync(int fd) { return synced("fdatasync", fd); }
