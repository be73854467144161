import Glibc
import LocdProtocol

/// The users of this machine.
enum Account {
    /// The names of the users of clients, by number; one that the system does not know is left out.
    static func names(of clients: [ReportedClient]) -> [Int: String] {
        var names: [Int: String] = [:]
        for user in Set(clients.map(\.user)) { names[user] = name(of: user) }
        return names
    }

    private static func name(of user: Int) -> String? {
        guard let number = uid_t(exactly: user) else { return nil }
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // The system's own measure of an entry, which no name service exceeds in practice; one that does has no name here.
        var room = [CChar](repeating: 0, count: 16 << 10)
        guard getpwuid_r(number, &entry, &room, room.count, &found) == 0, found != nil else { return nil }
        return entry.pw_name.map { String(cString: $0) }
    }
}
