import LocationModel
public import LocdProtocol

/// Why the daemon did not answer a call.
public struct LocdClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What failed.
    public enum Code: Sendable, Hashable {
        /// Nothing listens on the socket: the daemon does not run, or listens elsewhere.
        case notReachable
        /// The system denied the connection.
        case permissionDenied
        /// The daemon accepted the call and did not answer in time.
        case timedOut
        /// The daemon closed the connection instead of answering.
        case disconnected
        /// The daemon answered with an error.
        case refused(VarlinkError)
        /// This version cannot read the daemon's reply.
        case unreadable
        /// The call cannot be encoded: a number is not finite.
        case invalidCall
        /// The task was cancelled.
        case cancelled
    }

    /// What failed.
    public let code: Code
    /// The socket file of the daemon.
    public let socketPath: String
    /// The error text of the system or the decoder, if there is one.
    public let cause: String?

    /// An error about a socket.
    public init(_ code: Code, socketPath: String, cause: String? = nil) {
        self.code = code
        self.socketPath = socketPath
        self.cause = cause
    }

    /// The problem and the remedy, one sentence each.
    public var description: String {
        "\(problem). \(remedy)"
    }

    /// The problem, without a full stop.
    public var problem: String {
        let reason = cause.map { " (\($0))" } ?? ""
        return switch code {
        case .notReachable: "No locd at \(socketPath)\(reason)"
        case .permissionDenied: "Not permitted to open the socket \(socketPath)\(reason)"
        case .timedOut: "locd at \(socketPath) does not answer"
        case .disconnected: "locd at \(socketPath) closed the connection"
        case .refused(.tooManyConnections(let maximum)): "This user has the maximum of \(maximum) connections"
        case .refused(.notAuthorized(let status)): "Not authorized to read the position (\(status.rawValue))"
        case .refused(.permissionDenied): "Not permitted: this needs an administrator"
        case .refused(.locationUnknown): "No location available"
        case .refused(.noSuchSession): "The session has ended"
        case .refused(.noSuchRegion(let identifier)): "No region \"\(identifier)\""
        case .refused(.invalidRegion(let identifier, let detail)):
            "The region \"\(identifier)\" cannot be monitored: \(detail.droppingFullStop)"
        case .refused(.rangingUnavailable): "locd does not listen to beacons"
        case .refused(.regionLimit(let maximum)): "This client has the maximum of \(maximum) regions"
        case .refused(.clientLimit(let maximum)):
            "This user has regions or visits under the maximum of \(maximum) labels"
        case .refused(.tooSlow(let waiting)): "locd ended the session: \(waiting) events were queued for it"
        case .refused(.reloadRefused(let problems)):
            "The configuration was refused: \(problems.joined(separator: "; ").droppingFullStop)"
        case .refused(.stepCountingUnavailable): "This daemon counts no steps"
        case .refused(.recorderOff): "This daemon records no track"
        case .refused(.stepsOverlap(let until)): "Steps were reported until \(until) already"
        case .refused(.geocodeFoundNoResult): "No such place found"
        case .refused(.geocodeLimit): "Too many geocoding requests of this user"
        case .refused(.geocoderUnavailable(let detail)): "Geocoding not available: \(detail.droppingFullStop)"
        case .refused(.fullAccuracyRequired): "This requires full accuracy, and this user has reduced accuracy"
        case .refused(.promptDeclined): "Permission was not requested, or not answered"
        case .refused(.ruledByPolicy(let place)): "A rule of the policy decides for this client (\(place))"
        case .refused(.decisionNotKept): "The decision applies, but could not be saved: it may be lost when locd ends"
        case .refused(let error): "locd refused the call (\(error.name))"
        case .unreadable: "The answer of locd is invalid\(reason)"
        case .invalidCall: "The call cannot be encoded\(reason)"
        case .cancelled: "The call was cancelled"
        }
    }

    /// The remedy, one sentence.
    public var remedy: String {
        switch code {
        case .notReachable:
            "Start or restart it: systemctl restart locd. If it listens elsewhere, use --socket or LOCD_SOCKET."
        case .permissionDenied: "Check the permissions of the socket's directory, or run as root (sudo)."
        case .timedOut: "See journalctl -u locd. Restart it: systemctl restart locd."
        case .disconnected: "It may be restarting: try again, and see journalctl -u locd."
        case .refused(.tooManyConnections): "Close some, or raise api.maximumConnectionsPerUser."
        case .refused(.notAuthorized):
            "An administrator can run `locd client allow USER`."
        case .refused(.permissionDenied): "Run as root (sudo)."
        case .refused(.fullAccuracyRequired): "An administrator can run `locd client allow USER`."
        case .refused(.promptDeclined): "An administrator can run `locd client allow USER`."
        case .refused(.ruledByPolicy): "Change it there, and reload: systemctl reload locd."
        case .refused(.decisionNotKept): "locd retries every minute; see journalctl -u locd."
        case .refused(.locationUnknown): "See locd status for the reason."
        case .refused(.noSuchSession): "Open a new one."
        case .refused(.noSuchRegion): "List them with locd region list."
        case .refused(.invalidRegion): "Correct it."
        case .refused(.rangingUnavailable): "Set sensors.beacons to true, and restart it: systemctl restart locd."
        case .refused(.regionLimit): "Remove some: locd region remove."
        case .refused(.clientLimit): "Remove regions of some of them: locd region remove --label."
        case .refused(.tooSlow): "Read faster."
        case .refused(.reloadRefused): "Correct it, and check it: locd config check."
        case .refused(.stepCountingUnavailable): "An administrator can set sensors.steps: on."
        case .refused(.recorderOff): "Set recorder.enabled: true."
        case .refused(.stepsOverlap): "Report what follows."
        case .refused(.geocodeFoundNoResult): "Try the name of a town."
        case .refused(.geocodeLimit): "Send at most one request a second."
        case .refused(.geocoderUnavailable): "An administrator can correct geocoder in the configuration."
        case .refused, .unreadable: "Daemon and client have different versions: systemctl restart locd."
        case .invalidCall: "Use finite numbers."
        case .cancelled: "Call again."
        }
    }
}

extension String {
    /// Without the full stop at its end.
    fileprivate var droppingFullStop: Substring { hasSuffix(".") ? dropLast() : self[...] }
}
