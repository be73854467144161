#include "clinux_pty.h"
