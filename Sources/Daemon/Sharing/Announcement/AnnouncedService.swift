import LocdConfiguration
import LocdProtocol

/// One service as DNS-SD (RFC 6763) announces it: what is spoken, and on which port.
package struct AnnouncedService: Sendable, Hashable {
    /// Of which of IP's versions the addresses are.
    package enum Family: Int32, Sendable, Hashable {
        // The numbers are Avahi's.
        case any = -1
        case IPv4 = 0
        case IPv6 = 1
    }

    /// The registered type: `_nmea-0183._tcp` or `_gpsd._tcp`.
    package var type: String
    package var port: UInt16
    package var family: Family
    /// What stands behind the name, so that two services of one type differ; empty for the first of a type.
    package var suffix = ""

    /// All that is to be announced: what is open to the network, an address of both versions once.
    package static func all(of listeners: [SharingListener]) -> [AnnouncedService] {
        var services: [AnnouncedService] = []
        for listener in listeners where listener.address.isOpenToNetwork {
            guard case .tcp(let host, let port) = listener.address else { continue }
            let type = listener.form == .gpsd ? "_gpsd._tcp" : "_nmea-0183._tcp"
            let family: Family = host.contains(":") ? .IPv6 : .IPv4
            if let index = services.firstIndex(where: { $0.type == type && $0.port == port }) {
                if services[index].family != family { services[index].family = .any }
                continue
            }
            let isFirst = !services.contains { $0.type == type }
            services.append(
                AnnouncedService(type: type, port: port, family: family, suffix: isFirst ? "" : " (\(port))"))
        }
        return services
    }

    /// The name under which programs list it: at most 63 bytes, as a label of DNS has.
    package static func name(host: String, number: Int, suffix: String) -> String {
        let end = suffix + (number > 1 ? " #\(number)" : "")
        var begin = "locd on \(host)"
        while begin.utf8.count + end.utf8.count > 63 { begin.removeLast() }
        return begin + end
    }
}
