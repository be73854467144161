import LocdProtocol

/// What keeps locd from the system bus, for the parts of locd that need a service there.
extension Doctor {
    private static let bus = "/run/dbus/system_bus_socket"

    /// There is no bus. `key` switches the part on.
    func busTrouble(_ name: DoctorCheck.Name, _ key: String) -> DoctorCheck? {
        guard !box.exists(Self.bus) else { return nil }
        return DoctorCheck(
            name, .warning, "\(key): there is no system bus at \(Self.bus)",
            remedy: "apt install dbus, or set \(key): false.")
    }

    /// The bus refuses locd, without a policy from this file.
    func policyTrouble(_ name: DoctorCheck.Name, _ key: String, _ file: String) -> DoctorCheck? {
        // The first is that of the package.
        let policies = ["/usr/share", "/etc"].map { "\($0)/dbus-1/system.d/\(file)" }
        guard !policies.contains(where: box.exists) else { return nil }
        return DoctorCheck(
            name, .warning, "\(key): the system bus has no policy for locd (\(policies[0]))",
            remedy: "Install the package locd again, or copy systemd/\(file) there; then systemctl reload dbus.")
    }
}
