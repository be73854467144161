/* Nothing: the module map is all there is. */
#include "CoreLocationSubmodules.h"
