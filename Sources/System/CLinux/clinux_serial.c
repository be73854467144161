#include "clinux_serial.h"

// Not <termios.h>: it knows no odd speeds, and defines the same names.
#include <asm/termbits.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/timex.h>

int clinux_serial_configure(int descriptor, uint32_t baud) {
    struct termios2 settings;
    if (ioctl(descriptor, TCGETS2, &settings) < 0) return -1;
    settings.c_iflag = 0;
    settings.c_oflag &= ~(tcflag_t)OPOST;
    settings.c_lflag = 0;
    settings.c_cflag &= ~(tcflag_t)(CSIZE | CSTOPB | PARENB | CRTSCTS | CBAUD | (CBAUD << IBSHIFT));
    settings.c_cflag |= CS8 | CREAD | CLOCAL | BOTHER | (BOTHER << IBSHIFT);
    settings.c_ispeed = baud;
    settings.c_ospeed = baud;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    if (ioctl(descriptor, TCSETS2, &settings) < 0) return -1;
    return ioctl(descriptor, TCFLSH, TCIFLUSH);
}

uint32_t clinux_serial_speed(int descriptor) {
    struct termios2 settings;
    return ioctl(descriptor, TCGETS2, &settings) < 0 ? 0 : settings.c_ispeed;
}

int clinux_serial_claim(int descriptor) {
    return ioctl(descriptor, TIOCEXCL);
}

void clinux_serial_release(int descriptor) {
    ioctl(descriptor, TIOCNXCL);
}

int clinux_clock_is_synchronized(void) {
    struct timex state;
    memset(&state, 0, sizeof state);
    int result = adjtimex(&state);
    return result >= 0 && result != TIME_ERROR;
}
