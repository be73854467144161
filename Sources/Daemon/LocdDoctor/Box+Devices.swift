/// A serial adapter, as udev knows it.
struct SerialAdapter: Hashable {
    /// Its device: `/dev/ttyUSB0`.
    let path: String
    /// `0403:6001`; `nil` for a device that is not on USB.
    let usb: String?
    let isIgnoredByModemManager: Bool
    /// Whether it is a port of a modem.
    let isModem: Bool
    /// What udev's name for it in `/dev/serial/by-id` is made of. Adapters without serial numbers share it.
    let sharedName: String?

    /// Chips in adapters of all kinds, including receivers. Debian's rules for gpsd ignore the first.
    private static let chips = [
        "0403:6001": "FTDI FT232", "067b:2303": "Prolific PL2303", "10c4:ea60": "Silicon Labs CP210x",
        "1a86:7523": "CH340", "1a86:5523": "CH341", "0403:6015": "FTDI FT231X", "067b:23a3": "Prolific PL2303GC",
    ]
    /// The chips that gpsd's rules in Debian 12 report to gpsd.
    private static let knownToDebian: Set<String> = [
        "067b:2303", "067b:aaa0", "0557:2008", "1163:0100", "1163:0200", "091e:0003", "10c4:ea60", "10c4:ea71",
        "1546:01a5", "1546:01a6", "1546:01a7", "1546:01a8", "1546:01a9", "0e8d:3329",
    ]
    /// Manufacturers whose chips brltty's rules treat as braille displays.
    private static let brailleMakers = ["0403", "10c4", "1a86", "067b"]
    /// Drivers of the kernel for modems only.
    fileprivate static let modemDrivers: Set<Substring> = ["option", "qcserial", "sierra", "hso"]

    /// Whether gpsd's rules in Debian ignore it.
    var isLeftOutByDebian: Bool { usb.map { !Self.knownToDebian.contains($0) } ?? true }
    /// Whether brltty may take it.
    var isWantedByBrltty: Bool { usb.map { Self.brailleMakers.contains(String($0.prefix(4))) } ?? false }

    /// `/dev/ttyUSB0 (FTDI FT232, 0403:6001)`
    var inWords: String {
        guard let usb else { return path }
        let kind = isModem ? "a port of a modem" : Self.chips[usb]
        return "\(path) (\(kind.map { "\($0), " } ?? "")\(usb))"
    }
}

extension Box {
    /// The removable serial adapters of the box: USB and Bluetooth.
    var adapters: [SerialAdapter] {
        (names("/dev") ?? []).sorted().filter { name in
            ["ttyUSB", "ttyACM", "rfcomm"].contains { name.hasPrefix($0) }
        }.prefix(64).map { adapter("/dev/\($0)") }
    }

    func adapter(_ path: String) -> SerialAdapter {
        var properties: [Substring: Substring] = [:]
        if let file = file(path), file.kind == .characterDevice,
            let text = text("/run/udev/data/c\(file.major):\(file.minor)")
        {
            for line in text.split(separator: "\n") where line.hasPrefix("E:") {
                guard let equals = line.firstIndex(of: "=") else { continue }
                properties[line[..<equals].dropFirst(2)] = line[line.index(after: equals)...]
            }
        }
        var usb: String?
        if let maker = properties["ID_VENDOR_ID"], let model = properties["ID_MODEL_ID"] {
            usb = "\(maker):\(model)".lowercased()
        }
        return SerialAdapter(
            path: path, usb: usb, isIgnoredByModemManager: properties["ID_MM_DEVICE_IGNORE"] == "1",
            isModem: SerialAdapter.modemDrivers.contains(properties["ID_USB_DRIVER"] ?? "")
                || properties.keys.contains { $0.hasPrefix("ID_MM_PORT_TYPE_") },
            sharedName: properties["ID_SERIAL"].map { "\($0)-if\(properties["ID_USB_INTERFACE_NUM"] ?? "")" })
    }
}
