import LocationModel
public import LocdProtocol

/// What the command `locd` ends with: the answer, for a script.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Yes.
    case success = 0
    /// Something else went wrong.
    case failure = 1
    /// The command line cannot be understood.
    case usage = 64
    /// The input is malformed.
    case malformedInput = 65
    /// There is no such input.
    case noInput = 66
    /// The daemon cannot be reached.
    case notReachable = 69
    /// The output cannot be written.
    case cannotWrite = 73
    /// There is no usable fix, or not yet.
    case noFix = 75
    /// The daemon, or the system, refuses.
    case refused = 77
    /// The configuration is bad.
    case badConfiguration = 78
}

extension ExitStatus {
    /// The answer of `locd status`: ``success`` with a fresh fix; and while the receiver was let go of, or the recorder
    /// paused, on purpose and the last look was good. Else ``noFix``.
    public init(_ status: StatusReply) {
        self = status.receiver.state.hasFix || status.isRestingWell ? .success : .noFix
    }

    /// The answer of `locd doctor`: ``success`` where recording can work; ``badConfiguration`` where the configuration is
    /// refused; ``noFix`` where nothing but a fix is missing; else ``failure``.
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

    /// The answer where the daemon gave none.
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
    /// Whether nothing comes on purpose, and what came last was good: the receiver was let go of, or is being opened for
    /// the next look of a paused recorder, and the last look gave a location.
    public var isRestingWell: Bool {
        let isResting =
            receiver.state == .released || receiver.state == .opening && recorder.state == .paused
        let wasLastLookGood = receiver.cause == nil || receiver.cause == .released
        return isResting && wasLastLookGood && locationAge != nil
    }
}
