import Glibc
import LocationModel
import LocationServices
import Tracks

/// A disk that is full for a while. Writes what came of it on standard output, as `name value` lines.
enum Ballast {
    private static let queued = 2000

    static func fill(_ directory: String, lines: Int) async throws {
        let writer = try TrackWriter(
            configuration: Hammer.configuration(directory + "/tracks", maximumQueuedLines: queued),
            clock: .system())
        _ = try await writer.open()
        writer.append((1...100).map(Hammer.location))
        try await writer.sync()

        let ballast = directory + "/ballast"
        occupy(ballast)
        for number in 101...(100 + lines) {
            writer.append([Hammer.location(number)])
            // Line by line: the last of them that fit leave no room for one more.
            if number % 10 == 0 { try? await writer.flush() }
        }
        try? await writer.flush()
        let status = writer.status
        Hammer.say("trouble \(status.trouble.map { "\($0.code)" } ?? "none")")
        Hammer.say("queued \(status.queuedLines)")
        Hammer.say("lost \(status.lostLines)")

        unlink(ballast)
        try await writer.sync()
        writer.append([Hammer.location(101 + lines)])
        try await writer.close()
        Hammer.say("after \(writer.status.trouble.map { "\($0.code)" } ?? "none")")

        var records = TrackRecords(
            files: try TrackArchive(directory: directory + "/tracks").files().map { "\(directory)/tracks/\($0)" })
        var numbers: [Int] = []
        var losses: [TrackLoss] = []
        while let record = try records.next() {
            switch record {
            case .event(.location(let location)): numbers.append(Hammer.number(location.timestamp))
            case .loss(let loss): losses.append(loss)
            default: break
            }
        }
        Hammer.say("faults \(records.faultCount + records.tornCount)")
        Hammer.say("locations \(numbers.count)")
        Hammer.say("told \(losses.reduce(0) { $0 + $1.lines })")
        Hammer.say("causes \(Set(losses.map(\.cause.rawValue)).sorted().joined(separator: ","))")
        let isInOrder = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
        Hammer.say("ordered \(isInOrder && numbers.first == 1 && numbers.last == 101 + lines)")
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
