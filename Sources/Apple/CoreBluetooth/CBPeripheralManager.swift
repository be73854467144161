import Bus

/// The domain of errors: BlueZ's words are in the description.
@_weakLinked public let CBErrorDomain = "CBErrorDomain"
/// The name in the advertisement; BlueZ's own is sent, so it has no effect.
@_weakLinked public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"

/// The state of the adapter.
@_weakLinked public enum CBManagerState: Int, Sendable {
    /// Not known yet.
    case unknown = 0
    /// Never here.
    case resetting = 1
    /// No adapter that advertises, or no BlueZ.
    case unsupported = 2
    /// The system bus does not let this user.
    case unauthorized = 3
    /// The adapter is off.
    case poweredOff = 4
    /// It can advertise.
    case poweredOn = 5
}

/// Hears of the adapter.
public protocol CBPeripheralManagerDelegate: AnyObject {
    /// The state is known, or changed.
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)
    /// Advertising began, or why not.
    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?)
}

extension CBPeripheralManagerDelegate {
    /// Does nothing.
    public func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {}
}

/// What both kinds of manager have; here there is one kind.
@_weakLinked open class CBManager: NSObject {
    /// The state of the adapter.
    open internal(set) var state = CBManagerState.unknown
}

/// Sends an iBeacon through the adapter of BlueZ, while it lives: the data of `CLBeaconRegion.peripheralData`. Services
/// and characteristics are not here.
@_weakLinked open class CBPeripheralManager: CBManager, @unchecked Sendable {
    // Unchecked: what changes is used on the queue of the delegate only.

    /// Core Location's key for an iBeacon.
    private static let beaconKey = "kCBAdvDataAppleBeaconKey"

    /// Hears of the adapter, on the queue.
    open weak var delegate: (any CBPeripheralManagerDelegate)?
    /// Whether it advertises.
    open private(set) var isAdvertising = false

    /// Whether it was started, and not stopped since.
    private var isWanted = false
    private let queue: DispatchQueue
    private let mailbox: BusMailbox<BeaconAdvertiser.Item>?

    /// A manager whose delegate is called on a queue; `nil`: the main one.
    public init(delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil) {
        self.delegate = delegate
        self.queue = queue ?? .main
        mailbox = try? BusMailbox()
        super.init()
        let report: @Sendable (BeaconAdvertiser.Happening) -> Void = { [weak self] happening in
            guard let self else { return }
            self.queue.async { self.take(happening) }
        }
        Thread.detachNewThread { [mailbox] in
            if let mailbox { try? BeaconAdvertiser(report).run(mailbox) }
            report(.state(.unsupported))
        }
    }

    deinit { mailbox?.end() }

    /// Sends an iBeacon; other data is an error.
    open func startAdvertising(_ advertisementData: [String: Any]?) {
        isWanted = true
        guard let frame = advertisementData?[Self.beaconKey] as? Data, frame.count == 21, let mailbox else {
            return queue.async { self.take(.started("only iBeacons are advertised here")) }
        }
        mailbox.put(.start([UInt8](frame)))
    }

    /// Sends nothing any more.
    open func stopAdvertising() {
        (isWanted, isAdvertising) = (false, false)
        mailbox?.put(.stop)
    }

    private func take(_ happening: BeaconAdvertiser.Happening) {
        switch happening {
        case .state(let new):
            guard new != state else { return }
            state = new
            if new != .poweredOn { isAdvertising = false }
            delegate?.peripheralManagerDidUpdateState(self)
        case .started(let failure):
            // It was stopped before BlueZ had it.
            guard isWanted else {
                mailbox?.put(.stop)
                return
            }
            // Of a second start the first one goes on, if it was under way.
            if failure == nil { isAdvertising = true }
            let error = failure.map {
                NSError(domain: CBErrorDomain, code: 0, userInfo: [NSLocalizedDescriptionKey: $0])
            }
            delegate?.peripheralManagerDidStartAdvertising(self, error: error)
        case .released: isAdvertising = false
        }
    }
}
