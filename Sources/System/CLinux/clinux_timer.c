#include "clinux_thread.h"

#include <stddef.h>
#include <sys/timerfd.h>
#include <time.h>

// Not inline: the header must not declare the types of <sys/types.h> a second time for Swift.

int clinux_timer(void) {
    return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

void clinux_timer_set(int timer, int64_t seconds, int64_t nanoseconds) {
    struct itimerspec at = {{0, 0}, {(time_t)seconds, (long)nanoseconds}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL);
}
