// What ThreadSanitizer does not see of Swift's Mutex, told to it: a library that Scripts/sanitize loads before all others.
//
// Where nobody else wants the lock, taking and giving it are atomic operations in the program's own code, which the sanitizer sees.
// Where somebody waits, both go through functions of libswiftSynchronization.so (_lockSlow, _unlockSlow), which was built without
// it: the kernel hands the lock on, and of that the sanitizer knows nothing. It would then take for a race what a contended lock
// protects, in any program with a Mutex. So these functions stand before Swift's: they call them and say what happened.
//
// In a program without the sanitizer they only call.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// <sanitizer/tsan_interface.h>
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

// Synchronization._MutexHandle._lockSlow(UInt32) -> (), _tryLockSlow() -> Bool, _unlockSlow() -> ()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF) {
    SWIFT void (*next)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
    next(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT bool try_lock(SELF) {
    SWIFT bool (*next)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK);
    bool taken = next(self);
    if (taken && __tsan_acquire) __tsan_acquire(self);
    return taken;
}

SWIFT void unlock(SELF) {
    SWIFT void (*next)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(self);
    next(self);
}
