#define _GNU_SOURCE
#include "clinux_signal.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static volatile int stop_descriptor = -1;

static void stop(int number)
{
    int cause = errno;
    uint64_t one = 1;
    if (write(stop_descriptor, &one, sizeof one) < 0) {
        // An eventfd refuses only when it is full: then it is readable already.
    }
    errno = cause;
    (void)number;
}

int clinux_stop_descriptor(void)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) return -1;
    stop_descriptor = descriptor;
    // SA_RESETHAND: whoever asks twice means it.
    struct sigaction action = { .sa_handler = stop, .sa_flags = SA_RESETHAND };
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction present;
        // nohup's SIGHUP, and the SIGINT of a shell's background job, stay ignored.
        if (sigaction(numbers[i], NULL, &present) == 0 && present.sa_handler == SIG_IGN) continue;
        sigaction(numbers[i], &action, NULL);
    }
    return descriptor;
}
