import Dispatch
import GeocodeProtocol
import LocationModel

@testable import Nominatim

/// A question of a test to a server on the loopback.
struct Questions {
    static let bern = Coordinate(latitude: 46.948, longitude: 7.4474)
    static let answer = """
        {"lat":"46.9465","lon":"7.4445","name":"","boundingbox":["46.9464","46.9466","7.4444","7.4446"],\
        "address":{"house_number":"3","road":"Bundesplatz","suburb":"Innere Stadt","city":"Bern",\
        "county":"Bern-Mittelland","state":"Bern","postcode":"3005","country":"Schweiz","country_code":"ch"}, "unknown": 1}
        """

    var server: String
    var authorities: String?
    var timeout = 60.0

    func ask(
        _ question: GeocodeRequest.Question = .place(bern), locale: String? = nil
    ) async throws -> [Placemark] {
        let server = NominatimServer(
            GeocodeRequest(
                server: server, userAgent: "test/1 (me)", timeout: timeout, locale: locale, question: question),
            authorities: authorities)
        // It blocks, as a process of its own may.
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try server.placemarks() }) }
        }
    }

    /// Why there is no answer.
    func failure() async throws -> GeocodeFailure {
        do {
            let found = try await ask()
            throw Unexpected(words: "it was answered: \(found)")
        } catch let failure as GeocodeFailure {
            return failure
        }
    }

    struct Unexpected: Error { let words: String }
}
