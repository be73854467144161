import LocdConfiguration
import LocdProtocol

/// Other programs that locd serves (`sharing`), and problems with that. Recording continues without them.
extension Doctor {
    private static let geoClue = "sharing.geoclue"
    private static let filters = ["", "/unified"].map { "/sys/fs/cgroup\($0)/cgroup.controllers" }

    func sharingChecks(_ findings: Findings) -> [DoctorCheck] {
        let sharing = configuration.sharing
        let addresses = sharing.addresses
        guard !addresses.isEmpty || sharing.isGeoClue else {
            return [DoctorCheck(.sharing, .ok, "nothing is shared with other programs")]
        }
        var problems: [DoctorCheck?] = []
        if let status = findings.status(reading: configuration.receiver.source) {
            // The daemon has tried, and shows the remedy, too.
            problems = status.problems.filter { $0.hasPrefix("sharing.") }.map { DoctorCheck(.sharing, .warning, $0) }
        } else {
            // A daemon that runs may listen there itself.
            if findings.daemon == .notRunning {
                problems = addresses.map { key, address in portProblem(key, address) }
            }
            if sharing.isGeoClue { problems.append(busProblem(.sharing, Self.geoClue) ?? nameProblem()) }
        }
        // If locd runs as root, GeoClue's own policy may allow it the name.
        if sharing.isGeoClue { problems.append(policyProblem(.sharing, Self.geoClue, "org.locd.GeoClue2.conf")) }
        problems += addresses.map { key, address in filterProblem(key, address) }
        let found = problems.compactMap(\.self)
        guard found.isEmpty else { return found }
        let network = sharing.network == .none ? "" : " (open to the network: \(sharing.network.rawValue))"
        let all =
            addresses.map { "\($0.1)" + ($0.1.isOpenToNetwork ? network : "") }
            + (sharing.isGeoClue ? ["GeoClue's service"] : [])
        return [DoctorCheck(.sharing, .ok, all.joined(separator: ", "))]
    }

    /// Another program on one of our ports: while locd does not run, every listener is another program, or systemd
    /// for locd.
    private func portProblem(_ key: String, _ address: ListeningAddress) -> DoctorCheck? {
        guard case .tcp(_, let port) = address, !box.listeners(onPort: port).isEmpty,
            !SystemdUnit.sockets(of: "locd.service", on: box).contains(where: { "tcp:\($0)".hasSuffix(":\(port)") })
        else { return nil }
        let holder = port == 2947 ? "gpsd, or another program" : "another program"
        return DoctorCheck(
            .sharing, .warning, "\(key): \(holder) listens on port \(port) already",
            remedy: port == 2947
                ? "systemctl disable --now gpsd.socket gpsd.service, or choose another port: \(key): tcp://127.0.0.1:2948."
                : "Choose another port in \(key), or end that program: ss -ltnp 'sport = :\(port)' shows it.")
    }

    /// An address for the network where the unit's `IPAddressDeny=` has no effect: systemd filters with cgroup v2,
    /// alone or beside v1.
    private func filterProblem(_ key: String, _ address: ListeningAddress) -> DoctorCheck? {
        guard case .tcp(_, let port) = address, address.isOpenToNetwork, !Self.filters.contains(where: box.exists)
        else { return nil }
        return DoctorCheck(
            .sharing, .warning,
            "\(key): systemd cannot filter addresses here (no cgroup v2), so \(address) is open to everybody who reaches it",
            remedy: "Let this machine's firewall drop the others, for example: "
                + "nft add rule inet filter input tcp dport \(port) ip saddr != 192.168.1.0/24 drop.")
    }

    /// GeoClue itself has the name.
    private func nameProblem() -> DoctorCheck? {
        let holders = box.processes(named: "geoclue")
        guard !holders.isEmpty else { return nil }
        return DoctorCheck(
            .sharing, .warning, "\(Self.geoClue): \(holders.inWords) has the name org.freedesktop.GeoClue2",
            remedy: "systemctl mask --now geoclue; locd takes the name then.")
    }
}
