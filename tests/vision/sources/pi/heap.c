/* Stands in for the kernel's dma-heap where there is none, so that picamera2's buffers can be made.
 *
 * Preloaded (LD_PRELOAD), it answers three questions about /dev/dma_heap/: opening a heap gives a
 * descriptor of nothing; the ioctl that allocates gives an anonymous file of that size, which can
 * be mapped and handed around as a DMA buffer can; the ioctls that name a buffer or synchronise the
 * caches succeed, since ordinary memory needs neither. Everything else goes to the C library.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

static const char folder[] = "/dev/dma_heap/";

static int is_a_heap(const char *path)
{
    return path != NULL && strncmp(path, folder, sizeof folder - 1) == 0;
}

static int memory(const char *name, uint64_t size)
{
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file >= 0 && size > 0 && ftruncate(file, (off_t)size) != 0) {
        int why = errno;
        close(file);
        errno = why;
        return -1;
    }
    return file;
}

/* The mode is there only when a file may be made; reading it otherwise gives rubbish that open
 * ignores. */
#define OPEN(name)                                                      \
    int name(const char *path, int flags, ...)                          \
    {                                                                   \
        static int (*next)(const char *, int, ...);                     \
        if (next == NULL)                                               \
            *(void **)&next = dlsym(RTLD_NEXT, #name);                  \
        va_list rest;                                                   \
        va_start(rest, flags);                                          \
        mode_t mode = (mode_t)va_arg(rest, int);                        \
        va_end(rest);                                                   \
        return is_a_heap(path) ? memory("heap", 0) : next(path, flags, mode); \
    }

#define OPEN_AT(name)                                                   \
    int name(int at, const char *path, int flags, ...)                  \
    {                                                                   \
        static int (*next)(int, const char *, int, ...);                \
        if (next == NULL)                                               \
            *(void **)&next = dlsym(RTLD_NEXT, #name);                  \
        va_list rest;                                                   \
        va_start(rest, flags);                                          \
        mode_t mode = (mode_t)va_arg(rest, int);                        \
        va_end(rest);                                                   \
        return is_a_heap(path) ? memory("heap", 0) : next(at, path, flags, mode); \
    }

OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)

/* What open becomes in programs that were built with _FORTIFY_SOURCE. */
int __open_2(const char *path, int flags)
{
    return open(path, flags, 0);
}

int __open64_2(const char *path, int flags)
{
    return open64(path, flags, 0);
}

int ioctl(int file, unsigned long request, ...)
{
    static int (*next)(int, unsigned long, void *);
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "ioctl");
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    switch ((uint32_t)request) { /* some callers extend the sign */
    case (uint32_t)DMA_HEAP_IOCTL_ALLOC: {
        struct dma_heap_allocation_data *wish = argument;
        int buffer = memory("dma buffer", wish->len);
        if (buffer < 0)
            return -1;
        wish->fd = (uint32_t)buffer;
        return 0;
    }
    case (uint32_t)DMA_BUF_IOCTL_SYNC:
    case (uint32_t)DMA_BUF_SET_NAME_A:
    case (uint32_t)DMA_BUF_SET_NAME_B:
        return 0;
    default:
        return next(file, request, argument);
    }
}
