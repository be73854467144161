import ArgumentParser
import CommandText
import LocationModel
import LocationServices
import LocdClient
import LocdConfiguration
import LocdProtocol
import Phrasing
import Simulator
import SystemSupport

struct SimulateBeaconCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacon", abstract: "Play a Bluetooth beacon that comes and goes.",
        discussion: """
            The daemon hears an iBeacon as if its adapter did; sensors.beacons must be on. Run as root or as the \
            daemon's user. Example, a beacon that comes near within a minute and leaves:

            locd simulate beacon E2C56DB5-DFFB-48D2-B060-D0F5A71096E0:1:2 --distances 60,0.3,60 --noise 6

            Or it hears the beacons of a recording (btsnoop, as btmon -w and Android write it) at their own pace:

            locd simulate beacon --recording walk.btsnoop
            """)

    @Argument(help: ArgumentHelp("The beacon.", valueName: "uuid:major:minor"))
    var beacon: String?

    @Option(help: ArgumentHelp("Play the beacons of this recording instead of one beacon.", valueName: "file"))
    var recording: String?

    @Option(help: "The speed at which a recording is played, 0.01 to 1000 times its own.")
    var speed = 1.0

    @Option(
        help: ArgumentHelp(
            "Metres from the receiver, one after the other at equal times; it moves in between.", valueName: "metres,…")
    )
    var distances = "1"

    @Option(help: "Seconds from the first distance to the last, 1 to 86400.")
    var duration = 60.0

    @Option(help: "Strength of the signal at one metre in dBm, -100 to -20.")
    var power = -59

    @Option(help: "Standard deviation of the signal in dB, 0 to 20.")
    var noise = 0.0

    @Option(help: "Advertisements per second, 0.1 to 20.")
    var rate = 5.0

    @Option(help: "Seed of the noise: the same number gives the same strengths.")
    var seed: UInt64 = 0

    @OptionGroup var daemon: SocketOption

    /// A day of a room full of beacons.
    private static let largestFile = 256 << 20

    mutating func validate() throws {
        guard (beacon == nil) != (recording == nil) else {
            throw ValidationError("name a beacon (UUID:MAJOR:MINOR), or a --recording")
        }
        guard (0.01...1000).contains(speed) else { throw ValidationError("--speed must be 0.01 to 1000") }
        if let beacon { _ = try player(beacon) }
        guard (0.1...20).contains(rate) else { throw ValidationError("--rate must be 0.1 to 20") }
    }

    func run() async throws {
        if let recording { try await play(recording) }
        if let beacon { try await play(try player(beacon)) }
    }

    private func play(_ name: String) async throws {
        let path = try StandardInput.path(of: name)
        let file: [UInt8]
        do throws(BoundedFile.Failure) {
            file = try BoundedFile.contents(of: path, limit: Self.largestFile, accepting: .anything)
        } catch {
            throw Console.failure("cannot read \(path): \(error)", .noInput)
        }
        let recorded: RecordedBeacons
        do throws(RecordedBeacons.Failure) { recorded = try RecordedBeacons(file) } catch {
            throw Console.failure("\(path): \(error)", .malformedInput)
        }
        guard !recorded.advertisements.isEmpty else {
            throw Console.failure("\(path): no advertisement of a beacon is in it", .malformedInput)
        }
        let clock = MonotonicClock.system()
        let began = clock.now()
        for heard in recorded.advertisements {
            let due = began + .seconds(heard.time / speed)
            if due > clock.now() { try await clock.sleep(due) }
            try await report(heard.payload, rssi: heard.rssi)
        }
        if recorded.isTruncated { Console.say("locd: \(path): it ends within a packet; played up to there") }
        Console.say(
            "locd simulate beacon: \(Words.counted(recorded.advertisements.count, "advertisement")) of "
                + "\(Words.counted(recorded.beacons.count, "beacon")) played")
    }

    private func report(_ payload: [UInt8], rssi: Int) async throws {
        let advertisement = ReportedAdvertisement(payload, rssi: rssi)
        _ = try await daemon.ask { (client) async throws(LocdClientError) in
            try await client.report([advertisement])
        }
    }

    private func play(_ simulated: SimulatedBeacon) async throws {
        var player = simulated
        let clock = MonotonicClock.system()
        let began = clock.now()
        var (sent, weak) = (0, 0)
        repeat {
            let elapsed = (clock.now() - began).seconds
            if elapsed > duration { break }
            guard let heard = player.advertisement(after: elapsed) else {
                weak += 1
                continue
            }
            try await report(heard.payload, rssi: heard.rssi)
            sent += 1
        } while await clock.rest(for: .seconds(1 / rate))
        Console.say(
            "locd simulate beacon: \(Words.counted(sent, "advertisement")) played, \(weak) too weak to be heard")
    }

    private func player(_ beacon: String) throws -> SimulatedBeacon {
        guard let identity = BeaconIdentity(beacon) else {
            throw ValidationError(
                "cannot read \"\(beacon.visible)\" as a beacon. Example: E2C56DB5-DFFB-48D2-B060-D0F5A71096E0:1:2")
        }
        let metres = distances.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
        guard metres.allSatisfy({ $0 >= 0.01 && $0 <= 10_000 }) else {
            throw ValidationError("--distances must be 0.01 to 10000 metres, separated by commas. Example: 60,0.3,60")
        }
        guard (1...86_400).contains(duration) else { throw ValidationError("--duration must be 1 to 86400 seconds") }
        guard (-100 ... -20).contains(power) else { throw ValidationError("--power must be -100 to -20 dBm") }
        guard (0...20).contains(noise) else { throw ValidationError("--noise must be 0 to 20 dB") }
        return SimulatedBeacon(
            identity, distances: metres, duration: duration, measuredPower: Int8(power), noise: noise, seed: seed)
    }
}
