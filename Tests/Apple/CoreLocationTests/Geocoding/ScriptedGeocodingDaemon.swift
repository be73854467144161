import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport

@testable import CoreLocation

/// A daemon that answers when the test lets it.
final class ScriptedGeocodingDaemon: GeocodingDaemon {
    struct Question: Sendable, Equatable {
        var coordinate: Coordinate?
        var address: String?
        var radius: Double?
        var locale: String?
    }

    private let questions = Watched<[Question]>([])
    private let answer: @Sendable () async throws(LocdClientError) -> LocationInterface.Geocode.Reply

    init(_ answer: @escaping @Sendable () async throws(LocdClientError) -> LocationInterface.Geocode.Reply) {
        self.answer = answer
    }

    /// A daemon that refuses.
    convenience init(_ error: LocdClientError) {
        self.init { () async throws(LocdClientError) in throw error }
    }

    /// A daemon that waits until it is cancelled.
    static var patient: ScriptedGeocodingDaemon {
        ScriptedGeocodingDaemon { () async throws(LocdClientError) in
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            throw LocdClientError(.cancelled, socketPath: "")
        }
    }

    /// A daemon that knows one place.
    static func knowing(_ placemark: Placemark, isPartial: Bool = false) -> ScriptedGeocodingDaemon {
        ScriptedGeocodingDaemon { () async throws(LocdClientError) in
            LocationInterface.Geocode.Reply(placemarks: [placemark], isPartial: isPartial)
        }
    }

    var asked: [Question] { questions.value }

    /// Waits for the first question.
    func isAsked() async { await questions.wait { !$0.isEmpty } }

    func placemarks(at coordinate: Coordinate, locale: String?) async throws(LocdClientError) -> [Placemark] {
        let question = Question(coordinate: coordinate, locale: locale)
        questions.change { $0.append(question) }
        return try await answer().placemarks
    }

    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?
    ) async throws(LocdClientError) -> LocationInterface.Geocode.Reply {
        let question = Question(coordinate: near?.center, address: address, radius: near?.radius, locale: locale)
        questions.change { $0.append(question) }
        return try await answer()
    }
}
