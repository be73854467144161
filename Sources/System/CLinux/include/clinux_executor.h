#pragma once

/// From now on Swift's tasks and actors without an executor of their own are not run by its thread pool: each of their jobs
/// is passed to `enqueue`, with `context`, on any thread. Call it once, before the first job.
void clinux_executor_replace(void *context, void (*enqueue)(void *context, void *job));

/// Runs such a job on the calling thread.
void clinux_executor_run(void *job);
