/* A clock that is a minute behind, for one process and what it starts: cc -shared -fPIC, then
 * LD_PRELOAD. Time that only goes on (CLOCK_MONOTONIC) stays as it is; libfaketime 0.9.10 stops
 * Python's waiting for locks. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define BEHIND_S 60

int clock_gettime(clockid_t which, struct timespec *now) {
    const long failed = syscall(SYS_clock_gettime, which, now);
    if (!failed && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) {
        now->tv_sec -= BEHIND_S;
    }
    return (int)failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}

/* The kernel's clock is right: a moment to wait for is a minute later for it. */
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    static int (*original)(sem_t *, const struct timespec *);
    if (!original) *(void **)&original = dlsym(RTLD_NEXT, "sem_timedwait");
    const struct timespec later = {until->tv_sec + BEHIND_S, until->tv_nsec};
    return original(semaphore, &later);
}
