import Glibc
import LocationModel
import LocationServices
import Tracks

/// A disk that is full for a while. Writes what came of it on standard output, as `name value` lines.
enum Ballast {
    private static let beginning = CivilDate("2026-01-01")?.midnight ?? .earliest

    static func fill(_ directory: String, lines: Int) async throws {
        let writer = try TrackWriter(
            configuration: configuration(directory + "/tracks"), clock: .system())
        _ = try await writer.open()
        writer.append((1...100).map(location))
        try await writer.sync()

        let ballast = directory + "/ballast"
        occupy(ballast)
        for number in 101...(100 + lines) {
            writer.append([location(number)])
            // Line by line: the last of them that fit leave no room for one more.
            if number % 10 == 0 { try? await writer.flush() }
        }
        try? await writer.flush()
        let status = writer.status
        say("trouble \(status.trouble.map { "\($0.code)" } ?? "none")")
        say("queued \(status.queuedLines)")
        say("lost \(status.lostLines)")

        unlink(ballast)
        try await writer.sync()
        writer.append([location(101 + lines)])
        try await writer.close()
        say("after \(writer.status.trouble.map { "\($0.code)" } ?? "none")")

        var records = TrackRecords(
            files: try TrackArchive(directory: directory + "/tracks").files().map { "\(directory)/tracks/\($0)" })
        var numbers: [Int] = []
        var losses: [TrackLoss] = []
        while let record = try records.next() {
            switch record {
            case .event(.location(let location)): numbers.append(number(location.timestamp))
            case .loss(let loss): losses.append(loss)
            default: break
            }
        }
        say("faults \(records.faultCount + records.tornCount)")
        say("locations \(numbers.count)")
        say("told \(losses.reduce(0) { $0 + $1.lines })")
        say("causes \(Set(losses.map(\.cause.rawValue)).sorted().joined(separator: ","))")
        let isInOrder = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
        say("ordered \(isInOrder && numbers.first == 1 && numbers.last == 101 + lines)")
    }

    private static func configuration(_ directory: String) -> TrackConfiguration {
        TrackConfiguration(
            directory: directory, sync: .interval(.milliseconds(20)), rotation: .size(bytes: TrackRotation.minimumSize),
            compressAfter: 1, retain: nil, header: TrackHeader(version: "test", receiver: "hammer"),
            maximumQueuedLines: 2000)
    }

    /// Location N has the time N minutes after the beginning of 2026.
    private static func location(_ number: Int) -> LocationEvent {
        let time = beginning.advanced(bySeconds: Double(number) * 60)
        return .location(
            Location(timestamp: time, coordinate: Coordinate(latitude: 47, longitude: 8), isSimulated: true))
    }

    private static func number(_ time: Timestamp) -> Int { Int(rounding: time.seconds(since: beginning) / 60) }

    /// A line that is out before anything else happens.
    static func say(_ words: String) {
        let bytes = Array("\(words)\n".utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    /// Fills what is left of the disk.
    private static func occupy(_ path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let zeroes = [UInt8](repeating: 0, count: 4096)
        // A megabyte has 256 such blocks; more than a thousand is no disk for this.
        for _ in 0..<4096 {
            guard write(file, zeroes, zeroes.count) == zeroes.count else { break }
        }
        close(file)
    }
}
