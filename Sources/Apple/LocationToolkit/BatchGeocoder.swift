public import CoreLocation

/// Geocodes many locations or addresses: so many at a time, in their order, and again if the daemon has a limit or is
/// away for a moment.
public struct BatchGeocoder: Sendable {
    private let limit: Int
    private let retries: Int
    private let locale: Locale?
    private let pause: @Sendable (TimeInterval) async -> Void

    /// - Parameters:
    ///   - limit: Requests at a time, from 1.
    ///   - retries: Further attempts after the error `network`, after 1, 2, 4 … seconds; other errors are final.
    ///   - locale: The language of the names; `nil` is the user's.
    ///   - pause: How a pause of some seconds is made; for tests.
    public init(
        limit: Int = 4, retries: Int = 3, locale: Locale? = nil,
        pause: @escaping @Sendable (TimeInterval) async -> Void = BatchGeocoder.rest
    ) {
        (self.limit, self.retries, self.locale, self.pause) = (max(limit, 1), max(retries, 0), locale, pause)
    }

    /// The placemark at each location, or the error.
    public func placemarks(at locations: [CLLocation]) async -> [Result<CLPlacemark, any Error>] {
        let locale = locale
        return await each(locations) { try await CLGeocoder().reverseGeocodeLocation($0, preferredLocale: locale) }
    }

    /// The placemark of each address, or the error.
    public func placemarks(named addresses: [String]) async -> [Result<CLPlacemark, any Error>] {
        let locale = locale
        return await each(addresses) {
            try await CLGeocoder().geocodeAddressString($0, in: nil, preferredLocale: locale)
        }
    }

    /// Waits.
    public static func rest(_ seconds: TimeInterval) async {
        await withCheckedContinuation { done in
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { done.resume() }
        }
    }

    private func each<Question: Sendable>(
        _ questions: [Question], _ ask: @escaping @Sendable (Question) async throws -> [CLPlacemark]
    ) async -> [Result<CLPlacemark, any Error>] {
        await withTaskGroup(of: (Int, Result<CLPlacemark, any Error>).self) { group in
            var answers: [Result<CLPlacemark, any Error>] = questions.map { _ in .failure(CLError(.geocodeCanceled)) }
            var next = 0
            func begin() {
                guard next < questions.count else { return }
                let index = next
                next += 1
                group.addTask { (index, await answer(questions[index], ask)) }
            }
            for _ in 0..<limit { begin() }
            for await (index, answer) in group {
                answers[index] = answer
                begin()
            }
            return answers
        }
    }

    private func answer<Question: Sendable>(
        _ question: Question, _ ask: @Sendable (Question) async throws -> [CLPlacemark]
    ) async -> Result<CLPlacemark, any Error> {
        var attempts = 0
        while true {
            do {
                guard let found = try await ask(question).first else { throw CLError(.geocodeFoundNoResult) }
                return .success(found)
            } catch {
                guard CLError.network ~= error, attempts < retries, !Task.isCancelled else { return .failure(error) }
                await pause(Double(1 << min(attempts, 6)))
                attempts += 1
            }
        }
    }
}
