import Synchronization

/// The only request of a geocoder at a time. Its completion is called exactly once, on the main queue.
final class GeocodingRequests: Sendable {
    /// The result of a request. A partial answer has both.
    struct Answer: Sendable {
        var placemarks: [CLPlacemark]?
        var error: CLError?
    }

    /// A request that is being answered.
    private struct Running {
        let number: Int
        /// Core Location's completions are not marked as sendable, and are called on the main queue only.
        let completion: Transferred<CLGeocodeCompletionHandler>
        var task: Task<Void, Never>?
    }

    private struct State {
        var last = 0
        var running: Running?
    }

    private let state = Mutex(State())

    /// Whether a request is being answered; it is until its completion is called.
    var isRunning: Bool { state.withLock { $0.running != nil } }

    /// Begins a request and returns its number. If there already is one, the new request is cancelled, and the earlier
    /// one continues.
    @discardableResult
    func begin(
        _ completion: @escaping CLGeocodeCompletionHandler, _ question: @escaping @Sendable () async -> Answer
    ) -> Int? {
        let completion = Transferred(completion)
        let number: Int? = state.withLock { state in
            guard state.running == nil else { return nil }
            state.last += 1
            state.running = Running(number: state.last, completion: completion)
            return state.last
        }
        guard let number else {
            DispatchQueue.main.async { completion.value(nil, CLError(.geocodeCanceled)) }
            return nil
        }
        let task = Task {
            let answer = await question()
            DispatchQueue.main.async { self.finish(number, answer) }
        }
        let isOver = state.withLock { state in
            guard state.running?.number == number else { return true }
            state.running?.task = task
            return false
        }
        if isOver { task.cancel() }
        return number
    }

    /// Cancels the request, or only the one with a number.
    func cancel(_ number: Int? = nil) {
        guard let running = end(number) else { return }
        running.task?.cancel()
        let completion = running.completion
        DispatchQueue.main.async { completion.value(nil, CLError(.geocodeCanceled)) }
    }

    /// On the main queue: the geocoder is free again before the completion is called, which may begin the next request.
    private func finish(_ number: Int, _ answer: Answer) {
        end(number)?.completion.value(answer.placemarks, answer.error)
    }

    /// Takes the request, or only the one with a number: the geocoder is free again.
    private func end(_ number: Int?) -> Running? {
        state.withLock { state -> Running? in
            guard let running = state.running, number == nil || running.number == number else { return nil }
            state.running = nil
            return running
        }
    }
}

extension GeocodingRequests.Answer {
    static var nothing: Self { Self(error: CLError(.geocodeFoundNoResult)) }
}

extension GeocodingRequests {
    /// Begins a request and waits for its end; cancelling the task cancels it. A partial answer is an error here.
    func answer(_ question: @escaping @Sendable () async -> Answer) async throws -> [CLPlacemark] {
        let number = Mutex<(begun: Int?, isCancelled: Bool)>((nil, false))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let begun = begin(
                    { placemarks, error in
                        if let error {
                            continuation.resume(throwing: error)
                        } else {
                            continuation.resume(returning: placemarks ?? [])
                        }
                    }, question)
                let isCancelled = number.withLock { state in
                    state.begun = begun
                    return state.isCancelled
                }
                if isCancelled, let begun { cancel(begun) }
            }
        } onCancel: {
            let begun = number.withLock { state in
                state.isCancelled = true
                return state.begun
            }
            if let begun { cancel(begun) }
        }
    }
}
