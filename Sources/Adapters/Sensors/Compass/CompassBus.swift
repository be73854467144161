import Bus
import SystemSupport

/// iio-sensor-proxy on the system bus, on the one thread that ``run()`` is called on: it does what ``CompassCore``
/// says.
///
/// Not for several threads: what others have for it comes through its mailbox.
final class CompassBus {
    private static let service = "net.hadess.SensorProxy"
    private static let path = "/net/hadess/SensorProxy/Compass"

    private let mailbox: BusMailbox<Bool>
    private let calls: BusCalls
    private let report: (CompassCore.Action) -> Void
    private var core: CompassCore

    /// A connection to the system bus.
    /// - Parameters:
    ///   - mailbox: Says whether somebody wants headings.
    ///   - report: Gets what the core tells; what is to be done on the bus is not among it.
    /// - Throws: `SystemCallError` if there is no bus.
    init(
        _ mailbox: BusMailbox<Bool>, isWanted: Bool, report: @escaping (CompassCore.Action) -> Void
    ) throws(SystemCallError) {
        self.mailbox = mailbox
        self.report = report
        core = CompassCore(isWanted: isWanted)
        calls = try BusCalls(.system)
    }

    /// Serves until the mailbox is ended, or the bus is gone; the compass is released with it.
    func run() throws(SystemCallError) {
        try calls.watch(Self.service) { [unowned self] owner in
            perform(core.owned(owner != nil))
        } signal: { [unowned self] signal in
            if signal.path == Self.path { perform(core.receive(signal)) }
        }
        try calls.run(mailbox) { isWanted in perform(core.want(isWanted)) }
    }

    private func perform(_ actions: [CompassCore.Action]) {
        for action in actions {
            switch action {
            case .readAvailability:
                calls.property("HasCompass", of: CompassCore.interface, Self.service, Self.path) {
                    [unowned self] answer in perform(core.availability(answer))
                }
            case .claim:
                call("ClaimCompass") { [unowned self] answer in perform(core.claimed(answer.failure)) }
            case .release: call("ReleaseCompass") { _ in }
            case .readHeading:
                calls.property("CompassHeading", of: CompassCore.interface, Self.service, Self.path) {
                    [unowned self] answer in perform(core.heading(answer))
                }
            case .available, .heading, .failed, .works: report(action)
            }
        }
    }

    private func call(_ member: String, answer: @escaping (Result<[BusValue], BusFailure>) -> Void) {
        calls.call(Self.service, Self.path, CompassCore.interface, member, answer: answer)
    }
}
