import Bus
package import LocationServices
import SystemSupport

/// The sessions of logind that are unlocked: somebody looks at a display.
package enum SessionUnlocks {
    private static let service = "org.freedesktop.login1"
    private static let session = "org.freedesktop.login1.Session"
    private static let conditions = [
        ",interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(session)'"
    ]
    private static let retry = Duration.seconds(300)

    /// Serves until cancelled. `unlocked` is called with the user of each session that is unlocked.
    package static func run(clock: MonotonicClock, unlocked: @escaping @Sendable (UInt32) async -> Void) async {
        let bus = BusThread<Never>(named: "locd-logind")
        let (users, sink) = AsyncStream.makeStream(of: UInt32.self, bufferingPolicy: .bufferingNewest(16))
        await withDiscardingTaskGroup { group in
            group.addTask { for await user in users { await unlocked(user) } }
            await bus.run(pause: { await clock.rest(for: retry) }) { mailbox throws(SystemCallError) in
                let calls = try BusCalls(.system)
                try calls.watch(service, only: conditions, owner: { _ in }) { [unowned calls] signal in
                    guard case .properties(let path, session, let properties, _) = BusChange(signal),
                        properties[name: "LockedHint"] == .boolean(false)
                    else { return }
                    calls.property("User", of: session, service, path) { answer in
                        guard case .success(.structure(let values)) = answer, case .number(let user)? = values.first
                        else { return }
                        sink.yield(user)
                    }
                }
                try calls.run(mailbox)
            }
            sink.finish()
        }
    }
}
