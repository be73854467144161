import LocationModel

/// The label of this program for the daemon, which stores regions and visits by user, systemd unit and label.
enum ClientIdentity {
    /// The maximum number of bytes.
    private static let limit = 64

    /// The bundle's identifier if there is one, otherwise the name of the process.
    static var label: String {
        label(of: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
    }

    /// A label with a name, and with a part of the program that is monitored separately. A label that is too long is
    /// truncated, and ends with a hash of all of it.
    static func label(of name: String, part: String? = nil) -> String {
        let whole = (part.map { "\(name)/\($0)" } ?? name).filter { !$0.unicodeScalars.contains(where: isControl) }
        guard whole.utf8.count > limit else { return whole }
        let hash = "~" + String(StableHash(whole).value, radix: 16)
        var cut = whole
        while cut.utf8.count + hash.utf8.count > limit { cut.removeLast() }
        return cut + hash
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
}
