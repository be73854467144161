import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

/// Remembers the latest answers of a geocoder for a while, so that a program that asks for the same place again and
/// again does not reach the daemon's limit. What was not found, and errors, are asked again.
final class CachedGeocoding: GeocodingDaemon {
    private struct Question: Hashable {
        var coordinate: Coordinate?
        var radius: Double?
        var address: String?
        var locale: String?
    }

    private struct Entry {
        var reply: LocationInterface.Geocode.Reply
        var end: DispatchTime
    }

    private struct State {
        var entries: [Question: Entry] = [:]
        var order: [Question] = []
    }

    /// Answers, and how long each is good.
    static let capacity = 128
    static let lifetime = DispatchTimeInterval.seconds(600)

    private let source: any GeocodingDaemon
    private let now: @Sendable () -> DispatchTime
    private let state = Mutex(State())

    init(_ source: any GeocodingDaemon, now: @escaping @Sendable () -> DispatchTime = { .now() }) {
        (self.source, self.now) = (source, now)
    }

    func placemarks(at coordinate: Coordinate, locale: String?) async throws(LocdClientError) -> [Placemark] {
        let question = Question(coordinate: coordinate, locale: locale)
        if let known = known(question) { return known.placemarks }
        let found = try await source.placemarks(at: coordinate, locale: locale)
        keep(LocationInterface.Geocode.Reply(placemarks: found, isPartial: false), for: question)
        return found
    }

    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?
    ) async throws(LocdClientError) -> LocationInterface.Geocode.Reply {
        let question = Question(coordinate: near?.center, radius: near?.radius, address: address, locale: locale)
        if let known = known(question) { return known }
        let reply = try await source.placemarks(named: address, near: near, locale: locale)
        keep(reply, for: question)
        return reply
    }

    private func known(_ question: Question) -> LocationInterface.Geocode.Reply? {
        state.withLock { state in
            guard let entry = state.entries[question], entry.end > now() else { return nil }
            return entry.reply
        }
    }

    private func keep(_ reply: LocationInterface.Geocode.Reply, for question: Question) {
        guard !reply.placemarks.isEmpty else { return }
        let end = now() + Self.lifetime
        state.withLock { state in
            state.order.removeAll { $0 == question }
            if state.order.count == Self.capacity {
                let oldest = state.order.removeFirst()
                state.entries[oldest] = nil
            }
            state.order.append(question)
            state.entries[question] = Entry(reply: reply, end: end)
        }
    }
}
