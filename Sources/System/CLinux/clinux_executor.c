#include "clinux_executor.h"

#include <stddef.h>

// Of the runtime's header "swift/Runtime/Concurrency.h", which is not installed.
#define SWIFT_CC __attribute__((swiftcall))
typedef SWIFT_CC void (*enqueue_original)(void *job);
typedef SWIFT_CC void (*enqueue_hook)(void *job, enqueue_original original);
extern enqueue_hook swift_task_enqueueGlobal_hook;
extern SWIFT_CC void swift_job_run(void *job, void *executor, void *implementation);

static void *receiver;
static void (*receive)(void *context, void *job);

static SWIFT_CC void enqueue(void *job, enqueue_original original) {
    (void)original;
    receive(receiver, job);
}

void clinux_executor_replace(void *context, void (*enqueue_job)(void *context, void *job)) {
    receiver = context;
    receive = enqueue_job;
    swift_task_enqueueGlobal_hook = enqueue;
}

void clinux_executor_run(void *job) {
    // No executor in particular.
    swift_job_run(job, NULL, NULL);
}
