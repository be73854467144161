/// What Avahi is asked to announce, and how far that is. Pure; ``AvahiBus`` does what it says.
///
/// Avahi keeps what a program announces in a group of entries, until the program leaves the bus. It may start, end and
/// start again at any time. A name that another machine has is changed.
package struct AnnouncementCore: Sendable {
    /// What is to be done on the bus.
    package enum Action: Sendable, Hashable {
        /// Ask for a group of entries.
        case createGroup
        /// Forget what is in the group.
        case reset(group: String)
        /// Put a service into the group; `attempt` comes back with a failure.
        case add(group: String, name: String, AnnouncedService, attempt: Int)
        /// Announce what is in the group.
        case commit(group: String, attempt: Int)
        /// It is announced under this name.
        case announced(name: String)
        /// It cannot be announced, for a reason of Avahi's.
        case failed(String)
    }

    /// The errors of D-Bus that mean that Avahi is not there: it is waited for.
    private static let absences: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
    ]
    private static let collisions: Set<String> = [
        "org.freedesktop.Avahi.CollisionError", "org.freedesktop.Avahi.LocalCollisionError",
    ]
    /// Names that are tried; a network in which so many are taken has a fault of its own.
    static let maximumNumber = 32

    private let services: [AnnouncedService]
    private let host: String
    private var group: String?
    private var number = 1
    private var attempt = 0
    private var isAnnounced = false

    /// Nothing is announced yet. `host` is this machine's name.
    package init(_ services: [AnnouncedService], host: String) {
        self.services = services
        self.host = host
    }

    /// The bus is there, and perhaps Avahi, or Avahi has come to it.
    package mutating func begin() -> [Action] {
        forget()
        return [.createGroup]
    }

    /// Avahi has left the bus, and with it all groups.
    package mutating func forget() {
        group = nil
        attempt += 1
        isAnnounced = false
    }

    /// The group that was asked for.
    package mutating func created(_ group: String) -> [Action] {
        self.group = group
        return publish(group)
    }

    /// Asking for a group failed, with an error of D-Bus.
    package func notCreated(_ error: String) -> [Action] {
        Self.absences.contains(error) ? [] : [.failed(error)]
    }

    /// A service was not added, or the group not announced; or the bus says so long after.
    package mutating func refused(attempt: Int, _ error: String) -> [Action] {
        guard attempt == self.attempt, let group else { return [] }
        if Self.collisions.contains(error) { return rename(group) }
        // One failure is told once.
        self.attempt += 1
        return Self.absences.contains(error) ? [] : [.failed(error)]
    }

    /// Avahi says how a group is.
    package mutating func changed(_ group: String, state: Int32, error: String) -> [Action] {
        guard group == self.group else { return [] }
        switch state {
        case 2:
            guard !isAnnounced else { return [] }
            isAnnounced = true
            return [.announced(name: name(suffix: ""))]
        case 3: return rename(group)
        case 4:
            attempt += 1
            return [.failed(error)]
        default: return []
        }
    }

    /// Avahi has another name for this machine, and runs with it: entries have the old one.
    package mutating func serverRuns() -> [Action] {
        guard let group, isAnnounced else { return [] }
        return publish(group)
    }

    private mutating func rename(_ group: String) -> [Action] {
        guard number < Self.maximumNumber else {
            attempt += 1
            return [.failed("the name is taken, and \(Self.maximumNumber - 1) others like it")]
        }
        number += 1
        return publish(group)
    }

    private mutating func publish(_ group: String) -> [Action] {
        attempt += 1
        isAnnounced = false
        return [.reset(group: group)]
            + services.map { .add(group: group, name: name(suffix: $0.suffix), $0, attempt: attempt) }
            + [.commit(group: group, attempt: attempt)]
    }

    private func name(suffix: String) -> String {
        AnnouncedService.name(host: host, number: number, suffix: suffix)
    }
}
