import LocationModel
public import LocdClient
public import LocdProtocol

/// The exit status of the command `locd`.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Success.
    case success = 0
    /// Any other error.
    case failure = 1
    /// The command line is invalid.
    case usage = 64
    /// The input is malformed.
    case malformedInput = 65
    /// The input was not found.
    case noInput = 66
    /// The daemon cannot be reached.
    case notReachable = 69
    /// The output cannot be written.
    case cannotWrite = 73
    /// No usable fix, or not yet.
    case noFix = 75
    /// The daemon or the system refused the request.
    case refused = 77
    /// The configuration is invalid.
    case badConfiguration = 78
}

extension ExitStatus {
    /// The exit status of `locd status`: ``cannotWrite`` if the track cannot be written. Otherwise ``success`` if there
    /// is a fresh fix, or if the receiver is released or the recorder paused on purpose and the last look for a fix
    /// succeeded. Otherwise ``noFix``.
    public init(_ status: StatusReply) {
        let isWell = status.receiver.state.hasFix || status.isRestingWell
        self = status.recorder.state == .failed ? .cannotWrite : isWell ? .success : .noFix
    }

    /// The exit status of `locd doctor`: ``success`` if recording can work; ``badConfiguration`` if the configuration
    /// is refused; ``noFix`` if only a fix is missing; otherwise ``failure``.
    public init(_ report: DoctorReport) {
        self =
            if report.canRecord {
                .success
            } else if report.failures.contains(.configuration) {
                .badConfiguration
            } else {
                report.failures == [.fix] ? .noFix : .failure
            }
    }

    /// The exit status for a failed call.
    public init(_ error: LocdClientError) {
        self =
            switch error.code {
            case .notReachable, .timedOut, .disconnected: .notReachable
            case .permissionDenied, .refused(.notAuthorized), .refused(.permissionDenied),
                .refused(.tooManyConnections), .refused(.fullAccuracyRequired), .refused(.promptDeclined),
                .refused(.ruledByPolicy):
                .refused
            case .refused(.decisionNotKept): .cannotWrite
            case .refused(.locationUnknown): .noFix
            case .refused(.noSuchRegion): .noInput
            case .refused(.invalidRegion): .malformedInput
            case .refused(.reloadRefused): .badConfiguration
            case .refused, .unreadable, .invalidCall, .cancelled: .failure
            }
    }
}

extension StatusReply {
    /// Whether the receiver is idle on purpose: it is released, or is being opened by a paused recorder (or one that
    /// may be paused, for who may not know it), and the last look for a fix produced a location.
    public var isRestingWell: Bool {
        let isResting =
            receiver.state == .released
            || receiver.state == .opening && (recorder.state == .paused || recorder.stateAge == nil)
        let wasLastLookGood = receiver.cause == nil || receiver.cause == .released
        return isResting && wasLastLookGood && locationAge != nil
    }
}
