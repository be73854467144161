import LocdDoctor

/// One entry of the kernel's class `power_supply`, as its files say; see `Documentation/ABI/testing/sysfs-class-power`
/// of Linux. Everything in them is hostile until parsed: what is missing, out of range or no figure is absent.
struct KernelPowerSupply: Sendable, Hashable {
    /// What it is, and what it says.
    enum Kind: Sendable, Hashable {
        /// Mains, a charger, a wireless pad: whether it delivers.
        case source(isOnline: Bool)
        /// A battery, or an uninterruptible supply.
        case battery(Battery)
    }

    /// What a battery says of itself.
    struct Battery: Sendable, Hashable {
        /// Percent of its full charge, 0 to 100.
        var level: Double?
        /// What it holds when full: microwatt hours, else microampere hours; only to be compared with its like.
        var fullEnergy: Double?
        var fullCharge: Double?
        /// Whether it is fed (true) or drained (false).
        var isFed: Bool?
    }

    let kind: Kind

    /// What the files in a directory say; `nil` where that is no supply of this machine: the battery of a mouse is
    /// none.
    init?(directory: String) {
        func word(_ file: String) -> String? {
            guard let text = BoxFiles.text("\(directory)/\(file)"), text.utf8.count <= Self.limit else { return nil }
            return text.split(whereSeparator: \.isNewline).first.map(String.init)
        }
        func figure(_ file: String) -> Double? {
            guard let value = word(file).flatMap({ Int64($0) }), value >= 0 else { return nil }
            return Double(value)
        }
        guard word("scope") != "Device", let type = word("type") else { return nil }
        switch type {
        case "Battery", "UPS":
            guard figure("present") != 0 else { return nil }
            var battery = Battery()
            battery.fullEnergy = figure("energy_full")
            battery.fullCharge = figure("charge_full")
            let share = Self.share(figure("energy_now"), of: battery.fullEnergy)
            battery.level =
                figure("capacity").flatMap { $0 <= 100 ? $0 : nil }
                ?? share ?? Self.share(figure("charge_now"), of: battery.fullCharge)
            switch word("status") {
            case "Charging", "Full", "Not charging": battery.isFed = true
            case "Discharging": battery.isFed = false
            default: break
            }
            kind = .battery(battery)
        default:
            // 2 is a source with a voltage that can be set.
            guard let online = figure("online"), online <= 2 else { return nil }
            kind = .source(isOnline: online > 0)
        }
    }

    /// Bytes that a file may have: the kernel writes a word or a figure.
    private static let limit = 64

    private static func share(_ now: Double?, of full: Double?) -> Double? {
        guard let now, let full, full > 0 else { return nil }
        return min(now / full * 100, 100)
    }
}
