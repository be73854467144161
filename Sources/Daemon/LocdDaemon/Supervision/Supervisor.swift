/// Runs services until the daemon must end: on request, when its task is cancelled, or because a service ended by
/// itself. Then it ends them one after the other, the last of the list first, so that each can still use those before
/// it.
struct Supervisor {
    /// In the order of their dependencies: the track first.
    let services: [any Service]
    /// Where they run if they do not choose a thread themselves; `nil` is the cooperative pool.
    var executor: (any TaskExecutor)?

    private enum End: Sendable {
        case requested
        /// The service at an index ended by itself; `nil` if it returned.
        case service(Int, (any Error)?)
    }

    /// Returns when all services have ended. `request` returns when they should.
    /// - Throws: The error of the service that failed, or ``DaemonError`` for one that returned by itself.
    func run(until request: @escaping @Sendable () async -> Void) async throws {
        let (ends, continuation) = AsyncStream.makeStream(of: End.self, bufferingPolicy: .bufferingOldest(1))
        let requesting = Task(executorPreference: executor) {
            await request()
            continuation.yield(.requested)
        }
        let running = services.enumerated().map { index, service in
            Task(executorPreference: executor) {
                do {
                    try await service.run()
                    continuation.yield(.service(index, nil))
                } catch {
                    continuation.yield(.service(index, error))
                }
            }
        }
        let end = await withTaskCancellationHandler {
            var ends = ends.makeAsyncIterator()
            return await ends.next() ?? .requested
        } onCancel: {
            continuation.yield(.requested)
        }
        requesting.cancel()
        // A task of its own: services conclude uncancelled, even if this task was.
        await Task(executorPreference: executor) {
            for (service, task) in zip(services, running).reversed() {
                task.cancel()
                await task.value
                await service.conclude()
            }
        }.value
        guard case .service(let index, let error) = end else { return }
        throw error ?? DaemonError(.ended, "A service of the daemon ended unexpectedly: \(type(of: services[index])).")
    }
}
