import Dispatch
import Glibc
import LocationModel
import LocationServices
import LocdTestSupport
import LogTestSupport
import Logging
import SystemSupport
import Testing

@testable import LocdDaemon
@testable import LocdLog
@testable import LocdRecorder

/// Signs of life are given where the whole way has been gone, and nowhere else.
@Suite(.timeLimit(.minutes(15))) struct WatchdogTests {
    /// A service manager that counts the signs that it was given.
    private final class Listener: Sendable {
        let manager: ServiceManager
        private let descriptor: CInt

        init(_ directory: String, microseconds: Int = 30_000_000) throws {
            manager = ServiceManager(environment: [
                "NOTIFY_SOCKET": "\(directory)/notify", "WATCHDOG_USEC": "\(microseconds)",
            ])
            let address = try #require(UnixAddress("\(directory)/notify"))
            let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | O_NONBLOCK, 0)
            self.descriptor = descriptor
            try #require(address.withPointer { bind(descriptor, $0, $1) } == 0)
        }

        deinit { close(descriptor) }

        /// How many signs have come since it was asked last.
        var signs: Int {
            var count = 0
            var buffer = [UInt8](repeating: 0, count: 4096)
            while recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT)) > 0 { count += 1 }
            return count
        }

        /// Returns when a sign has come.
        func sign() async { await Readiness.readable(descriptor) }
    }

    /// Takes events when it is let.
    private final class StuckSink: LocationSink {
        let entered = Watched(0)
        let opening = DispatchSemaphore(value: 0)

        func receive(_ events: [LocationEvent]) {
            entered.change { $0 += 1 }
            opening.wait()
        }
    }

    private let lines = LoggedLines()

    private func watchdog(_ proofs: [Watchdog.Proof], _ listener: Listener, _ clock: ManualClock) -> Watchdog {
        Watchdog(proofs: proofs, manager: listener.manager, clock: clock.clock, logger: lines.logger)
    }

    @Test func `A sign is given twice in the time that is allowed`() async throws {
        try await TemporaryDirectory.with { directory in
            let listener = try Listener(directory)
            let clock = ManualClock()
            let asked = Watched(0)
            let watchdog = watchdog([.init(name: "it") { asked.change { $0 += 1 } }], listener, clock)
            await withTaskGroup { group in
                group.addTask { await watchdog.run() }
                for turn in 1...3 {
                    await asked.wait { $0 == turn }
                    await clock.sleepers(atLeast: 1)
                    #expect(listener.signs == 1)
                    clock.advance(by: .seconds(15))
                }
                group.cancelAll()
            }
        }
    }

    @Test func `A recorder that is stuck in its sink stops them, and they go on with it`() async throws {
        try await TemporaryDirectory.with { directory in
            let listener = try Listener(directory)
            let clock = ManualClock()
            let receiver = ScriptedReceiver()
            let pipeline = try ExecutorThread(named: "test")
            let hub = LocationHub(
                receiver: receiver, staleAfter: .seconds(3600), clock: clock.clock, executor: pipeline)
            let sink = StuckSink()
            let manager = LocationManager(settings: ManagerSettings(), hub: hub, sink: sink)
            let asked = Watched(false)
            let proof = Watchdog.Proof(name: "the receiver's hub") {
                asked.change { $0 = true }
                await Watchdog.Proof.hub(hub).ask()
            }
            let watchdog = watchdog([proof], listener, clock)
            await withTaskGroup { group in
                group.addTask { await hub.run() }
                manager.startUpdatingLocation()
                await receiver.calls.wait { $0 == [.start] }
                receiver.say(.sample(0))
                await sink.entered.wait { $0 == 1 }

                group.addTask { await watchdog.run() }
                // Late: it is said, and no sign is given.
                await asked.wait { $0 }
                clock.advance(by: .seconds(15))
                await lines.wait { $0.contains { $0.contains("No answer") } }
                #expect(listener.signs == 0)

                sink.opening.signal()
                await listener.sign()
                group.cancelAll()
            }
        }
    }
}
