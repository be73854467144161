import CoreLocation
import LocationModel
import LocdClient
import LocdProtocol

/// A period that is asked for, as far as the daemon answers it.
struct MotionPeriod {
    private let start: Date
    private let end: Date

    init(_ start: Date, _ end: Date) {
        self.start = start
        self.end = end
    }

    /// What the track says about its last seven days.
    /// - Throws: An error of ``CMErrorDomain``.
    func history(
        of daemon: any MotionDaemon, at now: Date = Date()
    ) async throws -> LocationInterface.MotionHistory.Reply {
        // Nothing is recorded of the future yet.
        guard start <= end, let to = Timestamp(min(end, now)) else { throw CMErrorInvalidParameter.error() }
        let earliest = to.advanced(bySeconds: -MotionHistoryParameters.longestPeriod)
        let from = Timestamp(start).map { min(max($0, earliest), to) } ?? earliest
        let reply: LocationInterface.MotionHistory.Reply
        do throws(LocdClientError) {
            reply = try await daemon.motionHistory(from: from, to: to)
        } catch {
            throw Self.code(of: error).error(because: error)
        }
        guard reply.isRecording else { throw CMErrorMotionActivityNotAvailable.error() }
        return reply
    }

    private static func code(of error: LocdClientError) -> CMError {
        switch error.code {
        case .refused(.notAuthorized), .refused(.fullAccuracyRequired), .refused(.permissionDenied), .permissionDenied:
            CMErrorMotionActivityNotAuthorized
        case .notReachable, .timedOut, .disconnected: CMErrorMotionActivityNotAvailable
        default: CMErrorUnknown
        }
    }
}
