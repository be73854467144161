import LocationModel

extension NominatimServer {
    /// Why there is no answer. The words hold nothing of what was asked.
    enum Failure: Error, Equatable, CustomStringConvertible {
        /// Another status than 200; where it says that it has moved, to which server.
        case status(UInt, movedTo: String?)
        case tooLong
        case unfinished
        /// Not within the timeout, whatever it was doing.
        case tooLate
        /// TLS does not come about; the reason in the words of the library.
        case noTLS(String)
        /// Its certificate is for somebody else.
        case wrongName(String)
        /// Its certificate has ended, or has not begun; seconds since 1970.
        case expired(at: Int64, now: Int64)
        case notYetValid(from: Int64, now: Int64)
        /// Nobody whom this machine trusts vouches for its certificate.
        case untrusted
        /// This machine trusts nobody.
        case noAuthorities

        var description: String {
            switch self {
            case .status(let code, nil): "it says \(code)"
            case .status(let code, let place?):
                "it says \(code), it has moved to \(place): locd follows nobody with what is asked; name that one"
            case .tooLong: "it says more than \(NominatimServer.maximumAnswer) bytes"
            case .unfinished: "it closed the connection"
            case .tooLate: "it took longer than geocoder.serverTimeout"
            case .noTLS(let reason): "TLS with it fails: \(reason)"
            case .wrongName(let host): "its certificate is not for \(host)"
            case .expired(let end, let now):
                "its certificate ended on \(Self.day(end)); this machine's clock says \(Self.day(now))"
            case .notYetValid(let begin, let now):
                "its certificate begins on \(Self.day(begin)); this machine's clock says \(Self.day(now))"
            case .untrusted:
                "no authority that this machine trusts vouches for its certificate (package ca-certificates, update-ca-certificates)"
            case .noAuthorities: "this machine trusts no authority: apt install ca-certificates"
            }
        }

        private static func day(_ seconds: Int64) -> String {
            Timestamp(seconds: seconds, nanoseconds: 0).map { String($0.description.prefix(10)) } ?? "no day"
        }

        /// Another status than 200.
        /// - Parameter location: Where it says that it has moved, with what was asked; only the server is kept.
        init(status: UInt, location: String?) {
            self = .status(
                status, movedTo: location.flatMap { try? GeocodingServer(parsing: Self.server(in: $0)) }?.description)
        }

        /// A URL without what comes behind its host.
        private static func server(in location: String) -> String {
            let parts = location.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
            return parts.prefix(3).joined(separator: "/")
        }
    }
}
