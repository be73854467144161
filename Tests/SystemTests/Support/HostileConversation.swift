import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import Testing

/// A conversation of locd with a gpsd that lies: what was said that is good, and how to go on.
final class HostileConversation {
    let stage: Stage
    let gpsd: FakeGPSD
    let locd: DaemonConfiguration
    private(set) var said: Set<String> = []
    private var second = 0

    init(_ stage: Stage) throws {
        self.stage = stage
        gpsd = try FakeGPSD(on: stage)
        locd = stage.configuration(port: gpsd.port, "receiver.staleAfter: 2").with(
            DaemonConfiguration.unfiltered)
    }

    /// The members of a good report, one second and 20 m after the last one.
    func good() -> String {
        second += 1
        let place = Coordinate(latitude: 47.5 + Double(second) * 0.00018, longitude: 8.7123456)
        let moment = Sentences.Moment(seconds: Double(second))
        said.insert(Self.key(moment.time1970, place.latitude, place.longitude))
        return members(at: place, speed: 20)
    }

    func members(at place: Coordinate, speed: Double) -> String {
        let moment = Sentences.Moment(seconds: Double(second)).time
        let time = "\(moment.prefix(2)):\(moment.dropFirst(2).prefix(2)):\(moment.dropFirst(4))0"
        return #""mode":3,"time":"2026-11-21T\#(time)Z","lat":\#(place.latitude),"lon":\#(place.longitude),"#
            + #""altHAE":497.0,"altMSL":450.0,"track":0.0,"speed":\#(speed)"#
    }

    /// Time passes for the receiver, too.
    func pass() {
        second += 1
    }

    static func key(_ time: Double, _ latitude: Double, _ longitude: Double) -> String {
        "\(Int(rounding: time * 1000)) \(Int(rounding: latitude * 1e7)) \(Int(rounding: longitude * 1e7))"
    }

    /// Says good reports until locd takes one again: after whatever there was, it goes on.
    @discardableResult
    func recovers(after what: String) async throws -> StatusReply {
        let before = try await locd.client.status().fixes.accepted
        return try await stage.until("a good fix after \(what)", every: .milliseconds(50)) {
            try await gpsd.say(line: FakeGPSD.report(good()))
            let status = try await locd.client.status()
            return status.fixes.accepted > before + 2 && status.receiver.state == .fix3D ? status : nil
        }
    }

    /// Repeats something until locd has counted it so often for this reason.
    func counts(
        _ reason: RejectionReason, _ what: String, state: ReceiverState, _ members: () -> String
    ) async throws {
        let before = try await locd.client.status().fixes.rejected[reason.rawValue] ?? 0
        let status = try await stage.until(what, every: .milliseconds(50)) { () -> StatusReply? in
            try await gpsd.say(line: FakeGPSD.report(members()))
            let status = try await locd.client.status()
            let count = status.fixes.rejected[reason.rawValue] ?? 0
            return count > before + 2 && status.receiver.state == state ? status : nil
        }
        #expect(status.receiver.remedy != nil)
        #expect(try await locd.statusCommand().code == 75)
        try await recovers(after: what)
    }

    /// Every location of the track was said, once.
    func expectNothingInvented() throws {
        let locations = try locd.track().of("location")
        let keys = try locations.map {
            Self.key(try #require($0.time), try #require($0.latitude), try #require($0.longitude))
        }
        #expect(keys.count == Set(keys).count)
        #expect(Set(keys).isSubset(of: said), "\(Set(keys).subtracting(said))")
        #expect(!keys.isEmpty)
    }
}
