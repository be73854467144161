import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// Several managers on one receiver: each gets exactly what it would get alone.
@Suite(.timeLimit(.minutes(1))) struct SeveralManagersTests {
    /// What each of the managers told of the fixes, all of them on one hub.
    private static func events(_ fixes: [Fix], _ settings: [ManagerSettings]) async -> [[LocationEvent]] {
        let bench = HubBench()
        let clients = settings.map { settings in bench.client { $0 = settings } }
        let managers = clients.map(\.manager)
        await bench.run(managers) {
            await bench.start(managers)
            // In pieces, as a receiver does, so that nobody's inbox overflows.
            for start in stride(from: 0, to: fixes.count, by: 256) {
                let piece = fixes[start..<min(start + 256, fixes.count)]
                bench.receiver.say(piece.map { .fix($0) })
                await bench.judged(start + piece.count, by: managers)
            }
        }
        return clients.map(\.sink.events.value)
    }

    private static let settings: [ManagerSettings] = [
        .unfiltered(),
        .unfiltered {
            $0.distanceFilter = 10
            $0.desiredAccuracy = .hundredMeters
        },
        .unfiltered {
            $0.distanceFilter = 500
            $0.desiredAccuracy = .kilometer
        },
    ]

    @Test(arguments: 0..<10) func eachGetsWhatItWouldGetAlone(seed: Int) async {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixes = SpoiltDrive.fixes(&random)
        let settings = Self.settings + [.random(&random), .random(&random)]
        let together = await Self.events(fixes, settings)
        for (settings, events) in zip(settings, together) {
            #expect(await Self.events(fixes, [settings]) == [events])
        }
        #expect(Set(together.prefix(3).map(\.locations.count)).count == 3)
    }
}
