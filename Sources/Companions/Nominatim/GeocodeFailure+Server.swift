import CCurl
import GeocodeProtocol
import LocationModel

/// What can go wrong with a server, in words. None of them contains what was asked.
extension GeocodeFailure {
    static let badServer = GeocodeFailure(
        .badRequest, "the address of the server is invalid", remedy: "Correct geocoder.server: locd config check.")
    static let unresolved = GeocodeFailure(
        .unresolved, "its name has no address",
        remedy: "Check the name with getent ahosts, and that locd-geocode may reach the resolver.")
    static let noNameService = GeocodeFailure(
        .unresolved, "the name service does not answer",
        remedy: "Check the network, and that locd-geocode may reach the resolver.")
    static let timedOut = GeocodeFailure(
        .timedOut, "no answer within geocoder.serverTimeout", remedy: "Check that locd-geocode may reach it.")
    static let incomplete = GeocodeFailure(.incomplete, "it closed the connection before the answer was complete")
    static let badAnswer = GeocodeFailure(
        .badAnswer, "its answer is not what Nominatim sends", remedy: "Check the path in geocoder.server.")
    static let untrusted = GeocodeFailure(
        .untrusted, "no authority that this machine trusts signed its certificate",
        remedy: "Install the package ca-certificates; add your own authority with update-ca-certificates.")
    static let noAuthorities = GeocodeFailure(
        .noAuthorities, "this machine trusts no certificate authority", remedy: "apt install ca-certificates")

    static func unreachable(_ reason: String) -> GeocodeFailure {
        GeocodeFailure(.unreachable, "cannot connect: \(reason)", remedy: "Check that locd-geocode may reach it.")
    }

    static func tooLong(maximum: Int) -> GeocodeFailure {
        GeocodeFailure(.tooLong, "its answer is longer than \(maximum) bytes")
    }

    static func noTLS(_ words: String) -> GeocodeFailure {
        // `error:0A00010B:SSL routines::wrong version number`, or `… in connection to HOST:PORT`: the reason is in the
        // middle.
        let reason = words.split(separator: "::").last ?? ""
        let end = reason.firstRange(of: " in connection to ")?.lowerBound ?? reason.endIndex
        return GeocodeFailure(.noTLS, "TLS failed: \(reason.isEmpty ? "no reason given" : reason[..<end])")
    }

    static func wrongName(of server: String) -> GeocodeFailure {
        GeocodeFailure(.wrongName, "its certificate is not for \(host(of: server))")
    }

    /// A status other than 200.
    /// - Parameter server: The server that a redirect points to; empty for none.
    static func status(_ status: Int, movedTo server: String) -> GeocodeFailure {
        guard !server.isEmpty else { return GeocodeFailure(.status, "it answered with HTTP status \(status)") }
        return GeocodeFailure(
            .status, "it answered with HTTP status \(status), a redirect to \(server), which locd does not follow",
            remedy: "If that server is right, name it in geocoder.server.")
    }

    /// A chain of certificates that was refused: its worst certificate decides.
    static func unverified(chain: [CertificateValidity], now: Int64) -> GeocodeFailure {
        let today = "this machine's clock says \(day(now))"
        let remedy = "If the clock is wrong, set it."
        if let end = chain.map(\.to).min(), end < now {
            return GeocodeFailure(.expired, "its certificate expired on \(day(end)); \(today)", remedy: remedy)
        }
        if let begin = chain.map(\.from).max(), begin > now {
            return GeocodeFailure(
                .notYetValid, "its certificate is not valid before \(day(begin)); \(today)", remedy: remedy)
        }
        return .untrusted
    }

    /// The server of a URL, without path and query; empty where it is none.
    static func server(of location: String) -> String {
        var room = [CChar](repeating: 0, count: 280)
        guard ccurl_server_of(location, &room, room.count) != 0 else { return "" }
        return String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func host(of server: String) -> String {
        let address = Self.server(of: server).drop { $0 != "/" }.drop { $0 == "/" }
        if address.first == "[" { return String(address.dropFirst().prefix { $0 != "]" }) }
        return String(address.prefix { $0 != ":" })
    }

    private static func day(_ seconds: Int64) -> String {
        Timestamp(seconds: seconds, nanoseconds: 0).map { String($0.description.prefix(10)) } ?? "an unknown day"
    }
}
