import LocationModel
import Publish

/// A server that refuses, hangs, answers 500, and cuts the connection after it has accepted, in virtual time.
struct HostileServer {
    enum Mood: CaseIterable {
        case good, refuses, hangs, fails, cutsAfterAccepting
    }

    /// The identifiers that it has, in the order in which they came.
    private(set) var received: [UInt64] = []
    private(set) var places: [Coordinate] = []
    private var mood = Mood.good
    private var until = 0.0

    /// What becomes of a request at a second, and how many seconds that takes.
    mutating func post(
        _ records: [PublishedRecord], at now: Double, using generator: inout some RandomNumberGenerator
    ) -> (seconds: Double, failure: SinkFailure?) {
        if now >= until {
            mood = Mood.allCases.randomElement(using: &generator) ?? .good
            until = now + Double.random(in: 0.5...(mood == .good ? 20 : 10), using: &generator)
        }
        switch mood {
        case .good:
            take(records)
            return (0.002, nil)
        case .refuses: return (0.001, SinkFailure(.unreachable, "refused", ""))
        case .hangs: return (10, SinkFailure(.timedOut, "hangs", ""))
        case .fails: return (0.01, SinkFailure(.server, "500", ""))
        case .cutsAfterAccepting:
            take(records)
            return (0.01, SinkFailure(.unreachable, "cut", ""))
        }
    }

    private mutating func take(_ records: [PublishedRecord]) {
        received += records.map(\.identifier)
        places += records.compactMap { if case .location(let location) = $0.event { location.coordinate } else { nil } }
    }
}
