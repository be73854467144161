import Bus

/// BlueZ: which adapter scans, and what the properties of devices mean. Pure; ``BlueZBus`` does what it says.
///
/// The first adapter that is powered is used, and only while somebody wants beacons. A device is known by its path; its
/// latest advertisement is remembered, because BlueZ repeats only what changed.
struct BlueZCore: Sendable {
    /// What is to be done on the bus, or to be told.
    enum Action: Sendable, Hashable {
        /// Call `GetManagedObjects`.
        case getObjects
        /// Call `SetDiscoveryFilter` and `StartDiscovery` of an adapter.
        case start(adapter: String)
        /// Call `StopDiscovery` of an adapter.
        case stop(adapter: String)
        /// An adapter that could scan is there, or not any more.
        case available(Bool)
        case heard(BeaconSighting)
        /// It does not work, for a reason.
        case failed(String)
        case works
    }

    static let service = "org.bluez"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let noBlueZ = "BlueZ does not run: apt install bluez, if this machine has a Bluetooth adapter"
    static let noAdapter = "BlueZ has no adapter that is powered: bluetoothctl power on, or rfkill unblock bluetooth"
    static let denied = "the system bus does not let locd use BlueZ: see org.locd.Bluetooth.conf in Sensors.md"
    /// The maximum number of beacons whose advertisements are remembered: devices choose their own addresses. Others,
    /// such as telephones, are not remembered.
    static let maximumDevices = 4096

    private static let eddystone = "0000feaa-0000-1000-8000-00805f9b34fb"

    private struct Device: Sendable {
        var advertisement: BeaconAdvertisement
        var rssi: Int?
    }

    private var isWanted: Bool
    private var isThere = false
    private var hasObjects = false
    /// The adapters, and whether they are powered.
    private var adapters: [String: Bool] = [:]
    private var scanning: String?
    /// Adapters that refused to scan, and are not asked for a while.
    private var refused: Set<String> = []
    /// Adapters that have not scanned since they refused.
    private var doubtful: Set<String> = []
    private var isAvailable = false
    private var devices: [String: Device] = [:]

    init(isWanted: Bool = false) {
        self.isWanted = isWanted
    }

    /// The number of devices that are remembered.
    var count: Int { devices.count }

    /// Somebody wants beacons, or nobody any more.
    mutating func want(_ isWanted: Bool) -> [Action] {
        guard isWanted != self.isWanted else { return [] }
        self.isWanted = isWanted
        return adjust()
    }

    /// BlueZ came to the bus, or left it.
    mutating func owned(_ isThere: Bool) -> [Action] {
        self.isThere = isThere
        hasObjects = false
        (adapters, devices, scanning) = ([:], [:], nil)
        (refused, doubtful) = ([], [])
        return adjust() + [isThere ? .getObjects : .failed(Self.noBlueZ)]
    }

    /// The answer to ``Action/getObjects``. What BlueZ remembers of devices was heard before.
    mutating func objects(_ answer: Result<[BusValue], BusFailure>) -> [Action] {
        guard isThere else { return [] }
        switch answer {
        case .success(let values):
            guard let objects = BusObject.all(values) else { return [.failed("BlueZ: its list of objects is invalid")] }
            hasObjects = true
            for object in objects { _ = take(object) }
            return adjust() + (isAvailable ? [.works] : [.failed(Self.noAdapter)])
        case .failure(let failure):
            return failure.isAbsence && !failure.isNoReply ? [] : [.failed(Self.words(failure))]
        }
    }

    mutating func started(_ adapter: String, _ failure: BusFailure?) -> [Action] {
        guard scanning == adapter else { return [] }
        guard let failure else {
            doubtful.remove(adapter)
            return adjust() + [.works]
        }
        guard !failure.isAbsence || failure.isNoReply else { return [] }
        scanning = nil
        refused.insert(adapter)
        doubtful.insert(adapter)
        // Without a reply it may scan nevertheless, and would refuse to begin again.
        let undoing: [Action] = failure.isNoReply ? [.stop(adapter: adapter)] : []
        return undoing + adjust() + [.failed(Self.words(failure))]
    }

    /// Time has passed since an adapter, or BlueZ, refused: it is asked again.
    mutating func retry() -> [Action] {
        refused = []
        let again: [Action] = isThere && !hasObjects ? [.getObjects] : []
        return again + adjust()
    }

    mutating func receive(_ signal: BusSignal) -> [Action] {
        switch BusChange(signal) {
        case .added(let object):
            let sighting = take(object)
            return adjustAdapters(of: object) + heard(sighting)
        case .removed(let path, let interfaces):
            if interfaces.contains(Self.device) { devices[path] = nil }
            guard interfaces.contains(Self.adapter) else { return [] }
            forget(path)
            return adjust() + complaint
        case .properties(let path, Self.adapter, let properties, _):
            guard case .boolean(let isPowered)? = properties[name: "Powered"] else { return [] }
            // A scan ends with the power.
            forget(path)
            adapters[path] = isPowered
            return adjust() + complaint
        case .properties(let path, Self.device, let properties, _): return heard(update(path, properties))
        case .properties, nil: return []
        }
    }

    private var complaint: [Action] { [isAvailable ? .works : .failed(Self.noAdapter)] }

    private mutating func adjustAdapters(of object: BusObject) -> [Action] {
        object.interfaces[Self.adapter] == nil ? [] : adjust() + complaint
    }

    private mutating func forget(_ adapter: String) {
        adapters[adapter] = nil
        refused.remove(adapter)
        doubtful.remove(adapter)
        if scanning == adapter { scanning = nil }
    }

    private mutating func take(_ object: BusObject) -> BeaconSighting? {
        if let properties = object.interfaces[Self.adapter] {
            adapters[object.path] = properties[name: "Powered"] == .boolean(true)
        }
        return object.interfaces[Self.device].flatMap { update(object.path, $0) }
    }

    private func heard(_ sighting: BeaconSighting?) -> [Action] {
        guard let sighting, scanning != nil else { return [] }
        return [.heard(sighting)]
    }

    /// Takes properties of a device; returns what was heard.
    private mutating func update(_ path: String, _ properties: [BusValue.Property]) -> BeaconSighting? {
        let data = [properties[name: "ManufacturerData"], properties[name: "ServiceData"]].compactMap(\.self)
        let rssi: Int? = if case .signed16(let value)? = properties[name: "RSSI"] { Int(value) } else { nil }
        guard !data.isEmpty || rssi != nil else { return nil }
        let found = data.lazy.compactMap(Self.advertisement).first
        guard let advertisement = found ?? devices[path]?.advertisement,
            devices[path] != nil || devices.count < Self.maximumDevices
        else { return nil }
        let strength = rssi ?? devices[path]?.rssi
        devices[path] = Device(advertisement: advertisement, rssi: strength)
        return strength.flatMap { BeaconSighting(advertisement, rssi: $0, source: .radio) }
    }

    /// The beacon in `ManufacturerData` (`a{qv}`) or `ServiceData` (`a{sv}`).
    private static func advertisement(_ data: BusValue) -> BeaconAdvertisement? {
        switch data {
        case .dictionary(let entries, of: "{qv}"):
            for entry in entries {
                guard case .unsigned16(let company) = entry.key, case .bytes(let bytes) = entry.value else { continue }
                if let found = BeaconDecoder.advertisement(ofManufacturer: company, bytes) { return found }
            }
        case .properties(let services):
            for service in services where service.name.lowercased() == eddystone {
                guard case .bytes(let bytes) = service.value else { continue }
                if let found = BeaconDecoder.advertisement(ofService: BeaconDecoder.eddystoneService, bytes) {
                    return found
                }
            }
        default: break
        }
        return nil
    }

    /// Starts and stops, as wanted.
    private mutating func adjust() -> [Action] {
        var actions: [Action] = []
        let powered = adapters.filter(\.value).keys
        let usable = powered.filter { !refused.contains($0) }.min()
        let canScan = !doubtful.isSuperset(of: powered)
        if canScan != isAvailable {
            isAvailable = canScan
            actions.append(.available(isAvailable))
        }
        let wanted = isWanted ? usable : nil
        if wanted != scanning {
            if let scanning { actions.append(.stop(adapter: scanning)) }
            if let wanted { actions.append(.start(adapter: wanted)) }
            scanning = wanted
            devices = [:]
        }
        return actions
    }

    private static func words(_ failure: BusFailure) -> String {
        failure.isDenied ? denied : "BlueZ: \(failure)"
    }
}
