import Bus
import SystemSupport

/// BlueZ on the system bus, on the one thread that ``run()`` is called on: it does what ``BlueZCore`` says.
///
/// Not for several threads: what others have for it comes through its mailbox.
final class BlueZBus {
    /// What others have for it.
    enum Item: Sendable {
        case want(Bool)
        /// Ask again who refused.
        case retry
    }

    private let mailbox: BusMailbox<Item>
    private let calls: BusCalls
    private let report: (BlueZCore.Action) -> Void
    private var core: BlueZCore

    /// A connection to the system bus.
    /// - Parameter report: Gets what the core tells; what is to be done on the bus is not among it.
    /// - Throws: `SystemCallError` if there is no bus.
    init(
        _ mailbox: BusMailbox<Item>, isWanted: Bool, report: @escaping (BlueZCore.Action) -> Void
    ) throws(SystemCallError) {
        self.mailbox = mailbox
        self.report = report
        core = BlueZCore(isWanted: isWanted)
        calls = try BusCalls(.system)
    }

    /// Serves until the mailbox is ended, or the bus is gone; BlueZ stops scanning when the connection ends.
    func run() throws(SystemCallError) {
        try calls.watch(BlueZCore.service) { [unowned self] owner in
            perform(core.owned(owner != nil))
        } signal: { [unowned self] signal in
            perform(core.receive(signal))
        }
        try calls.run(mailbox) { item in
            switch item {
            case .want(let isWanted): perform(core.want(isWanted))
            case .retry: perform(core.retry())
            }
        }
    }

    private func perform(_ actions: [BlueZCore.Action]) {
        for action in actions {
            switch action {
            case .getObjects:
                calls.call(BlueZCore.service, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects") {
                    [unowned self] answer in perform(core.objects(answer))
                }
            case .start(let adapter): start(adapter)
            case .stop(let adapter): calls.call(BlueZCore.service, adapter, BlueZCore.adapter, "StopDiscovery") { _ in }
            case .available, .heard, .failed, .works: report(action)
            }
        }
    }

    /// Every advertisement counts, not only the first of each device.
    private func start(_ adapter: String) {
        let filter = BusValue.properties([
            BusValue.Property("Transport", .text("le")), BusValue.Property("DuplicateData", .boolean(true)),
        ])
        calls.call(BlueZCore.service, adapter, BlueZCore.adapter, "SetDiscoveryFilter", [filter]) {
            [unowned self] answer in
            if let failure = answer.failure { return perform(core.started(adapter, failure)) }
            calls.call(BlueZCore.service, adapter, BlueZCore.adapter, "StartDiscovery") { [unowned self] answer in
                perform(core.started(adapter, answer.failure))
            }
        }
    }
}
