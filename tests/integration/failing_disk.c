/* A disk that fails when a test says so: put in front of the C library by LD_PRELOAD (`failing_disk.py`).
 *
 * Whatever a process asks of files below KLOG_FAILING_DIRECTORY passes here first. The file KLOG_FAILING_MODE holds one int,
 * which is mapped into memory: 0 while the disk is well, else one of the modes below. Files that were opened before the disk
 * failed fail, too: of a descriptor the kernel tells the name.
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

enum mode { WELL, READ, WRITE, SYNC, FULL, UNPLUGGED, SLOW_SYNC, HUNG_SYNC };
/* What a call is, as far as modes are concerned. */
enum kind { READS, WRITES, SYNCS, GROWS, OTHER };

static volatile int *mode;
static const char *directory;
static size_t length;

__attribute__((constructor)) static void begin(void)
{
    directory = getenv("KLOG_FAILING_DIRECTORY");
    const char *file = getenv("KLOG_FAILING_MODE");
    int fd = file && directory ? open(file, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    length = strlen(directory);
    void *found = mmap(NULL, sizeof(int), PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (found != MAP_FAILED)
        mode = found;
}

/* The error that this call shall end with; 0 where it goes on to the C library. */
static int verdict(enum kind kind, const char *path)
{
    if (strncmp(path, directory, length) || (path[length] && path[length] != '/'))
        return 0;
    switch (*mode) {
    case READ: return kind == READS ? EIO : 0;
    case WRITE: return kind == WRITES ? EIO : 0;
    case SYNC: return kind == SYNCS ? EIO : 0;
    case FULL: return kind == WRITES || kind == GROWS ? ENOSPC : 0;
    case UNPLUGGED: return EIO;
    case SLOW_SYNC:
        if (kind != SYNCS)
            return 0;
        for (int step = 0; step < 200 && *mode == SLOW_SYNC; step++)
            usleep(10000);
        return EIO;
    case HUNG_SYNC:
        while (kind == SYNCS && *mode == HUNG_SYNC)
            usleep(10000);
        return 0;
    default: return 0;
    }
}

static int fails(enum kind kind, const char *path)
{
    int error = mode && *mode && path ? verdict(kind, path) : 0;
    if (error)
        errno = error;
    return error;
}

static int fails_at(enum kind kind, int fd)
{
    if (!mode || !*mode || fd < 0)
        return 0;
    char link[32], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int saved = errno;
    ssize_t size = readlink(link, path, sizeof path - 1);
    errno = saved;
    if (size <= 0)
        return 0;
    path[size] = 0;
    return fails(kind, path);
}

/* `path` may be relative to a directory that was opened; then that one's place counts. */
static int fails_below(enum kind kind, int fd, const char *path)
{
    return path && path[0] == '/' ? fails(kind, path) : fails_at(kind, fd);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define BY_FD(kind, type, name, parameters, arguments) \
    type name parameters                               \
    {                                                  \
        static __typeof__(&name) next;                 \
        if (fails_at(kind, fd))                        \
            return -1;                                 \
        if (!next)                                     \
            next = NEXT(name);                         \
        return next arguments;                         \
    }
#define BY_PATH(kind, type, failed, name, parameters, arguments) \
    type name parameters                                         \
    {                                                            \
        static __typeof__(&name) next;                           \
        if (fails(kind, path))                                   \
            return failed;                                       \
        if (!next)                                               \
            next = NEXT(name);                                   \
        return next arguments;                                   \
    }

BY_FD(READS, ssize_t, read, (int fd, void *buffer, size_t count), (fd, buffer, count))
BY_FD(READS, ssize_t, pread64, (int fd, void *buffer, size_t count, off64_t at), (fd, buffer, count, at))
BY_FD(READS, ssize_t, preadv64v2, (int fd, const struct iovec *parts, int count, off64_t at, int flags), (fd, parts, count, at, flags))
BY_FD(WRITES, ssize_t, write, (int fd, const void *buffer, size_t count), (fd, buffer, count))
BY_FD(WRITES, ssize_t, pwrite64, (int fd, const void *buffer, size_t count, off64_t at), (fd, buffer, count, at))
BY_FD(WRITES, ssize_t, pwritev64v2, (int fd, const struct iovec *parts, int count, off64_t at, int flags), (fd, parts, count, at, flags))
BY_FD(SYNCS, int, fsync, (int fd), (fd))
BY_FD(SYNCS, int, fdatasync, (int fd), (fd))
BY_FD(OTHER, int, ftruncate64, (int fd, off64_t size), (fd, size))
BY_FD(OTHER, int, fstat64, (int fd, struct stat64 *found), (fd, found))
BY_FD(OTHER, int, fstatvfs64, (int fd, struct statvfs64 *found), (fd, found))
BY_PATH(OTHER, int, -1, stat64, (const char *path, struct stat64 *found), (path, found))
BY_PATH(OTHER, int, -1, lstat64, (const char *path, struct stat64 *found), (path, found))
BY_PATH(OTHER, int, -1, statvfs64, (const char *path, struct statvfs64 *found), (path, found))
BY_PATH(GROWS, int, -1, mkdir, (const char *path, mode_t bits), (path, bits))
BY_PATH(OTHER, int, -1, rmdir, (const char *path), (path))
BY_PATH(OTHER, int, -1, unlink, (const char *path), (path))
BY_PATH(OTHER, DIR *, NULL, opendir, (const char *path), (path))
BY_PATH(OTHER, int, -1, rename, (const char *path, const char *to), (path, to))

ssize_t sendfile64(int to, int fd, off64_t *at, size_t count)
{
    static ssize_t (*next)(int, int, off64_t *, size_t);
    if (fails_at(READS, fd))
        return -1;
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "sendfile64");
    return next(to, fd, at, count);
}

int fstatat64(int fd, const char *path, struct stat64 *found, int flags)
{
    return fails_below(OTHER, fd, path) ? -1 : NEXT(fstatat64)(fd, path, found, flags);
}

int unlinkat(int fd, const char *path, int flags)
{
    return fails_below(OTHER, fd, path) ? -1 : NEXT(unlinkat)(fd, path, flags);
}

int utimensat(int fd, const char *path, const struct timespec times[2], int flags)
{
    return fails_below(OTHER, fd, path) ? -1 : NEXT(utimensat)(fd, path, times, flags);
}

/* A file that is made takes room on the disk; one that is there does not. */
static enum kind opening(const char *path, int flags)
{
    return flags & O_CREAT && access(path, F_OK) ? GROWS : OTHER;
}

int open64(const char *path, int flags, ...)
{
    static __typeof__(&open64) next;
    va_list rest;
    va_start(rest, flags);
    mode_t bits = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (mode && *mode && fails(opening(path, flags), path))
        return -1;
    if (!next)
        next = NEXT(open64);
    return next(path, flags, bits);
}

int openat64(int fd, const char *path, int flags, ...)
{
    static __typeof__(&openat64) next;
    va_list rest;
    va_start(rest, flags);
    mode_t bits = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (fails_below(OTHER, fd, path))
        return -1;
    if (!next)
        next = NEXT(openat64);
    return next(fd, path, flags, bits);
}
