public import LocationModel
public import LocationServices

extension HubBench {
    /// Three clients on one receiver: filters none, 10 and 500 m, accuracies best, hundredMeters and kilometer.
    public static let threeClients: [ManagerSettings] = [
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

    /// What managers of these settings tell of the fixes, all of them on one hub.
    public static func events(_ fixes: [Fix], _ settings: [ManagerSettings]) async -> [[LocationEvent]] {
        let bench = HubBench()
        let clients = settings.map { settings in bench.client { $0 = settings } }
        let managers = clients.map(\.manager)
        await bench.run {
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
}
