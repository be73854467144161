import LocationModel
public import LocdProtocol

/// Why the daemon did not answer a call.
public struct LocdClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What failed.
    public enum Code: Sendable, Hashable {
        /// Nobody listens: the daemon does not run, or listens elsewhere.
        case notReachable
        /// The system does not let us connect.
        case permissionDenied
        /// The daemon took the call and did not answer in time.
        case timedOut
        /// The daemon closed the connection instead of answering.
        case disconnected
        /// The daemon answered with an error.
        case refused(VarlinkError)
        /// The daemon answered what this version cannot read.
        case unreadable
        /// The call itself cannot be written: a number that is not finite.
        case invalidCall
        /// The task was cancelled.
        case cancelled
    }

    /// What failed.
    public let code: Code
    /// The socket file of the daemon.
    public let socketPath: String
    /// The words of the system or of the decoder, where there are any.
    public let cause: String?

    /// An error about a socket.
    public init(_ code: Code, socketPath: String, cause: String? = nil) {
        self.code = code
        self.socketPath = socketPath
        self.cause = cause
    }

    /// What is wrong and what to do, a sentence each.
    public var description: String {
        "\(problem). \(remedy)"
    }

    /// What is wrong, without a full stop.
    public var problem: String {
        let reason = cause.map { " (\($0))" } ?? ""
        return switch code {
        case .notReachable: "No locd at \(socketPath)\(reason)"
        case .permissionDenied: "The socket \(socketPath) may not be opened\(reason)"
        case .timedOut: "locd at \(socketPath) does not answer"
        case .disconnected: "locd at \(socketPath) closed the connection"
        case .refused(.tooManyConnections(let maximum)): "This user has all \(maximum) connections that locd grants"
        case .refused(.notAuthorized(let status)): "locd does not give this to this user (\(status.rawValue))"
        case .refused(.permissionDenied): "locd does not let this user administer it"
        case .refused(.locationUnknown): "There is no location"
        case .refused(.noSuchSession): "locd does not know the session any more"
        case .refused(.noSuchRegion(let identifier)): "There is no region \"\(identifier)\""
        case .refused(.invalidRegion(let identifier, let detail)):
            "The region \"\(identifier)\" cannot be monitored: \(detail.droppingFullStop)"
        case .refused(.regionLimit(let maximum)): "This client has all \(maximum) regions that locd grants"
        case .refused(.clientLimit(let maximum)):
            "This user has regions or visits under all \(maximum) labels that locd grants"
        case .refused(.tooSlow(let waiting)): "locd ended the session, because \(waiting) events waited for it"
        case .refused(.reloadRefused(let problems)):
            "The configuration was refused: \(problems.joined(separator: "; ").droppingFullStop)"
        case .refused(.geocodeFoundNoResult): "Nothing is known of that place"
        case .refused(.geocodeLimit): "This user has asked for as many places as locd tells at a time"
        case .refused(.geocoderUnavailable(let detail)): "locd knows no places: \(detail.droppingFullStop)"
        case .refused(.fullAccuracyRequired): "locd tells this user places only roughly, and this cannot be had roughly"
        case .refused(.promptDeclined): "Nobody was asked, or nobody answered"
        case .refused(.ruledByPolicy(let place)): "The policy rules this client (\(place))"
        case .refused(.decisionNotKept): "The decision holds, but could not be written: it may end with locd"
        case .refused(let error): "locd refused the call (\(error.name))"
        case .unreadable: "The answer of locd cannot be read\(reason)"
        case .invalidCall: "The call cannot be written\(reason)"
        case .cancelled: "The call was cancelled"
        }
    }

    /// What to do, a sentence.
    public var remedy: String {
        switch code {
        case .notReachable: "Start it: systemctl start locd. If it listens elsewhere, say --socket or LOCD_SOCKET."
        case .permissionDenied: "Ask for leave to enter its directory, or become root."
        case .timedOut: "See what it does: journalctl -u locd. Restart it: systemctl restart locd."
        case .disconnected: "It may be restarting: try again, and see journalctl -u locd."
        case .refused(.tooManyConnections): "Close some, or raise api.maximumConnectionsPerUser."
        case .refused(.notAuthorized):
            "Have the administrator allow it: locd client allow USER."
        case .refused(.permissionDenied): "Be root."
        case .refused(.fullAccuracyRequired): "Have the administrator allow it: locd client allow USER."
        case .refused(.promptDeclined): "Have the administrator decide: locd client allow USER."
        case .refused(.ruledByPolicy): "Change it there, and reload: systemctl reload locd."
        case .refused(.decisionNotKept): "See why: journalctl -u locd. It is tried again each minute."
        case .refused(.locationUnknown): "See why: locd status."
        case .refused(.noSuchSession): "Open it anew."
        case .refused(.noSuchRegion): "See which there are: locd region list."
        case .refused(.invalidRegion): "Correct it."
        case .refused(.regionLimit): "Remove some: locd region remove."
        case .refused(.clientLimit): "Remove the regions of some: locd region remove --label."
        case .refused(.tooSlow): "Read faster."
        case .refused(.reloadRefused): "Correct it, and check it: locd config check."
        case .refused(.geocodeFoundNoResult): "Ask for a town."
        case .refused(.geocodeLimit): "Ask once a second at most."
        case .refused(.geocoderUnavailable): "Have the administrator see to geocoder.table."
        case .refused, .unreadable: "Daemon and client are of different versions: systemctl restart locd."
        case .invalidCall: "Give finite numbers."
        case .cancelled: "Call again."
        }
    }
}

extension String {
    /// Without the full stop at its end.
    fileprivate var droppingFullStop: Substring { hasSuffix(".") ? dropLast() : self[...] }
}
