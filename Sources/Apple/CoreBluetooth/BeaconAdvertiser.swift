import Bus
import SystemSupport

/// An advertisement of BlueZ (`org.bluez.LEAdvertisement1`), on the one thread that ``run(_:)`` is called on.
final class BeaconAdvertiser {
    /// What others have for it.
    enum Item: Sendable {
        /// The 21 bytes of an iBeacon: UUID, major, minor, power.
        case start([UInt8])
        case stop
    }

    enum Happening: Sendable {
        case state(CBManagerState)
        /// Advertising began; a sentence if not.
        case started(String?)
        /// BlueZ ended it.
        case released
    }

    private static let bluez = "org.bluez"
    private static let manager = "org.bluez.LEAdvertisingManager1"
    private static let adapter = "org.bluez.Adapter1"
    private static let path = "/org/locd/beacon"
    /// Apple's number, and what an iBeacon begins with.
    private static let company: (number: UInt16, prefix: [UInt8]) = (0x004C, [0x02, 0x15])

    private let calls: BusCalls
    private let report: (Happening) -> Void
    private var adapterPath: String?
    private var frame: [UInt8] = []

    init(_ report: @escaping (Happening) -> Void) throws(SystemCallError) {
        self.report = report
        calls = try BusCalls(.system)
    }

    /// Serves until the mailbox is ended; BlueZ ends the advertisement with the connection.
    func run(_ mailbox: BusMailbox<Item>) throws(SystemCallError) {
        try calls.serve(Self.path) { [unowned self] call in answer(call) }
        let changes = [",interface='org.freedesktop.DBus.Properties',arg0='\(Self.adapter)'"]
        try calls.watch(Self.bluez, only: changes) { [unowned self] owner in
            if owner == nil { lose() } else { look() }
        } signal: { [unowned self] _ in
            look()
        }
        try calls.run(mailbox) { item in
            switch item {
            case .start(let frame): start(frame)
            case .stop: stop()
            }
        }
    }

    private func lose() {
        adapterPath = nil
        report(.state(.unsupported))
    }

    /// Finds the adapter, and whether it is on.
    private func look() {
        calls.call(Self.bluez, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects") { [unowned self] reply in
            switch reply {
            case .failure(let failure): report(.state(failure.isDenied ? .unauthorized : .unsupported))
            case .success(let values):
                guard let object = BusObject.all(values)?.first(where: { $0.interfaces[Self.manager] != nil }) else {
                    return lose()
                }
                adapterPath = object.path
                let isOff = object.interfaces[Self.adapter]?[name: "Powered"] == .boolean(false)
                report(.state(isOff ? .poweredOff : .poweredOn))
            }
        }
    }

    private func start(_ frame: [UInt8]) {
        self.frame = frame
        guard let adapterPath else { return report(.started("no Bluetooth adapter advertises")) }
        let arguments: [BusValue] = [.path(Self.path), .properties([])]
        calls.call(Self.bluez, adapterPath, Self.manager, "RegisterAdvertisement", arguments) { [unowned self] reply in
            if case .failure(let failure) = reply { report(.started("\(failure)")) } else { report(.started(nil)) }
        }
    }

    private func stop() {
        guard let adapterPath else { return }
        calls.call(Self.bluez, adapterPath, Self.manager, "UnregisterAdvertisement", [.path(Self.path)]) { _ in }
    }

    /// BlueZ reads what to send, and says when it has ended it.
    private func answer(_ call: BusCall) {
        switch call.member {
        case "GetAll":
            let data = BusValue.dictionary(
                [
                    BusValue.Entry(
                        .unsigned16(Self.company.number), .variant(.bytes(Self.company.prefix + frame)))
                ], of: "{qv}")
            call.reply([
                .properties([
                    BusValue.Property("Type", .text("broadcast")), BusValue.Property("ManufacturerData", data),
                ])
            ])
        case "Release":
            call.reply([])
            report(.released)
        default: call.fail("org.freedesktop.DBus.Error.UnknownMethod", "there are GetAll and Release")
        }
    }
}
