/// One key whose value differs between two configurations.
public struct ConfigurationChange: Sendable {
    /// The key.
    public let key: ConfigurationKey
    /// The value before, as it is written in the file.
    public let before: String
    /// The value now, as it is written in the file.
    public let now: String
}

extension ConfigurationChange: CustomStringConvertible {
    /// `recorder.distanceFilter: 10 → 25`, and whether that needs a restart.
    public var description: String {
        let needs = key.application == .restart ? " (takes effect at a restart)" : ""
        return "\(key.id): \(before) → \(now)\(needs)"
    }
}

extension Configuration {
    /// The keys whose values differ from those of an earlier configuration, in the order of the file.
    public func changes(from earlier: Configuration) -> [ConfigurationChange] {
        ConfigurationKey.all.filter { $0.differs(earlier, self) }.map {
            ConfigurationChange(key: $0, before: $0.text(in: earlier), now: $0.text(in: self))
        }
    }

    /// The configuration in force after a daemon that runs with another one reads this one: keys that take effect at a
    /// restart keep the values that it was started with.
    package func untilRestart(keeping running: Configuration) -> Configuration {
        var inForce = self
        for key in ConfigurationKey.all where key.application == .restart { key.copy(from: running, to: &inForce) }
        return inForce
    }
}
