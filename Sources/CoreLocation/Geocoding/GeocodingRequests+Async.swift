import Synchronization

extension GeocodingRequests.Answer {
    /// Nothing was found.
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
