import Bus
package import LocationServices
import SystemSupport

/// Whether the person has asked the desktop to save power: the profile of power-profiles-daemon (or tuned-ppd), on the
/// system bus. A machine without it does not save.
package enum PowerSaver {
    /// The names of the service, the older one first; each is the interface, too, and a path.
    private static let services = ["net.hadess.PowerProfiles", "org.freedesktop.UPower.PowerProfiles"]
    private static let property = "ActiveProfile"
    private static let retry = Duration.seconds(300)

    /// Serves until cancelled. `changed` is called with each answer, on a thread of its own.
    package static func run(clock: MonotonicClock, changed: @escaping @Sendable (Bool) -> Void) async {
        let bus = BusThread<Never>(named: "locd-power")
        await bus.run(pause: { await clock.rest(for: retry) }) { mailbox throws(SystemCallError) in
            let calls = try BusCalls(.system)
            var saving: Set<String> = []
            for name in services {
                try watch(name, calls) { isSaving in
                    if isSaving { saving.insert(name) } else { saving.remove(name) }
                    changed(!saving.isEmpty)
                }
            }
            try calls.run(mailbox)
        } ended: { _ in
            changed(false)
        }
    }

    private static func watch(
        _ name: String, _ calls: BusCalls, _ changed: @escaping (Bool) -> Void
    ) throws(SystemCallError) {
        let path = "/" + name.replacing(".", with: "/")
        func take(_ value: BusValue?) {
            if let value { changed(value == .text("power-saver")) }
        }
        try calls.watch(name) { [unowned calls] owner in
            guard owner != nil else { return changed(false) }
            calls.property(property, of: name, name, path) { take(try? $0.get()) }
        } signal: { signal in
            guard case .properties(path, name, let properties, _) = BusChange(signal) else { return }
            take(properties[name: property])
        }
    }
}
