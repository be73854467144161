import FoundationEssentials
import Glibc
import LocationServices
import LocdTestSupport
import Testing

@testable import Simulator

/// Opens the slave as a reader would, without waiting for anything.
private func openReader(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
    return descriptor
}

private func readAll(_ descriptor: Int32) -> [UInt8] {
    var part = [UInt8](repeating: 0, count: 65_536)
    var all: [UInt8] = []
    while case let count = read(descriptor, &part, part.count), count > 0 { all += part[..<count] }
    return all
}

@Suite("Simulator: pseudo-terminal")
struct SimulatorTerminalTests {
    @Test func `Bytes arrive as they are`() throws {
        let terminal = try PseudoTerminal()
        let reader = try openReader(terminal.path)
        defer { close(reader) }
        // Everything that a terminal that is not raw would change, swallow or answer.
        let bytes = (0...255).map { UInt8($0) } + [13, 10, 3, 4, 17, 19, 26]
        #expect(try terminal.write(bytes[...]) == bytes.count)
        #expect(readAll(reader) == bytes)
        var back = [UInt8](repeating: 0, count: 16)
        #expect(read(terminal.descriptor, &back, back.count) == -1, "something echoes")
    }

    @Test func `Everybody may open it`() throws {
        let terminal = try PseudoTerminal()
        var status = stat()
        try #require(lstat(terminal.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o666)
    }

    @Test func `Readers are seen to come and go`() throws {
        let terminal = try PseudoTerminal()
        #expect(terminal.hasReader == false)
        for _ in 0..<3 {
            let reader = try openReader(terminal.path)
            #expect(terminal.hasReader == true)
            #expect(try terminal.write(Array("x\r\n".utf8)[...]) == 3)
            #expect(readAll(reader) == Array("x\r\n".utf8))
            close(reader)
            #expect(terminal.hasReader == false)
        }
    }

    @Test func `Next reader finds a fresh line`() throws {
        let terminal = try PseudoTerminal()
        let careless = try openReader(terminal.path)
        _ = try terminal.write(Array("stale\r\n".utf8)[...])
        var settings = termios()
        tcgetattr(careless, &settings)
        settings.c_lflag |= tcflag_t(ICANON | ECHO)
        tcsetattr(careless, TCSANOW, &settings)
        close(careless)
        terminal.reset()
        let reader = try openReader(terminal.path)
        defer { close(reader) }
        #expect(try terminal.write([13, 10, 4]) == 3)
        #expect(readAll(reader) == [13, 10, 4])
    }

    @Test func `Reader that never reads does not block`() throws {
        let terminal = try PseudoTerminal()
        let reader = try openReader(terminal.path)
        defer { close(reader) }
        let block = [UInt8](repeating: 65, count: 4096)
        var taken = 0
        // 4 MB into a device that keeps some kilobytes, and now and then has room again for one more.
        for _ in 0..<1000 { taken += try terminal.write(block[...]) }
        #expect((4096..<1_000_000).contains(taken))
        #expect(terminal.unread > 0)
    }

    @Test func `Probes of a reader are discarded`() throws {
        let terminal = try PseudoTerminal()
        let reader = try openReader(terminal.path)
        defer { close(reader) }
        for _ in 0..<100 {
            #expect(write(reader, [UInt8](repeating: 66, count: 1000), 1000) == 1000)
            terminal.discardInput()
        }
    }

    @Test func `Player plays everything to a reader that reads`() throws {
        let route = try standing(at: 47.5, 8.7)
        let terminal = try PseudoTerminal()
        let reader = try openReader(terminal.path)
        defer { close(reader) }
        // Less than the terminal buffers: nobody has to read meanwhile.
        let source = EpochLimit(try receiver(route), count: 5)
        var line = SerialTransmitter(source, pace: .asRead)
        var player = SerialPlayer(terminal: terminal, clock: Self.hurrying(), stop: -1)
        try player.play(&line, hold: .zero)
        let expected = try receiver(route).epochs(5).flatMap(\.bytes)
        #expect(readAll(reader) == expected)
        #expect(line.counters == .init(written: 5, unheard: 0, dropped: 0))
    }

    @Test func `Player stops on request`() throws {
        // The reading end of a pipe that was closed is readable, as a stop signal's descriptor is.
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let stop = ends[0]
        close(ends[1])
        defer { close(stop) }
        let terminal = try PseudoTerminal()
        var player = SerialPlayer(terminal: terminal, clock: Self.hurrying(), stop: stop)
        let wasOpened = player.waitForReader()
        #expect(wasOpened == false)
        let source = try receiver(try standing(at: 1, 1)) { $0.repeats = true }
        var line = SerialTransmitter(source, pace: .timed(speed: 1))
        try player.play(&line, hold: .seconds(1000))
        #expect(line.counters.unheard <= 1)
    }

    /// A clock that is ten seconds further at each question: whatever a player waits for at its end has passed.
    private static func hurrying() -> MonotonicClock {
        let asked = Locked(0)
        let next: @Sendable () -> Duration = {
            asked.withLock { asked in
                asked += 10
                return .seconds(asked)
            }
        }
        return MonotonicClock(now: next, sleep: { _ in })
    }
}

@Suite("Simulator: link and file")
struct SimulatorLinkTests {
    private let folder = TemporaryDirectory()

    private func target(_ name: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/\(name)")
    }

    @Test func `Link is there as long as the value`() throws {
        do {
            let link = try DeviceLink(at: "\(folder.path)/gps", to: "/dev/pts/77")
            #expect(target("gps") == "/dev/pts/77")
            _ = consume link
        }
        #expect(target("gps") == nil)
    }

    @Test func `Old link is turned and nothing is left beside`() throws {
        try #require(symlink("/dev/pts/old", "\(folder.path)/gps") == 0)
        let link = try DeviceLink(at: "\(folder.path)/gps", to: "/dev/pts/77")
        #expect(target("gps") == "/dev/pts/77")
        #expect(access("\(folder.path)/gps.\(getpid())", F_OK) == -1)
        _ = consume link
    }

    @Test func `Link that somebody else turned stays`() throws {
        do {
            let link = try DeviceLink(at: "\(folder.path)/gps", to: "/dev/pts/77")
            unlink("\(folder.path)/gps")
            try #require(symlink("/dev/pts/78", "\(folder.path)/gps") == 0)
            _ = consume link
        }
        #expect(target("gps") == "/dev/pts/78")
    }

    @Test func `File is never replaced by a link`() throws {
        let path = try folder.file("notes", Array("dear".utf8))
        let error = #expect(throws: SimulationError.self) { _ = try DeviceLink(at: path, to: "/dev/pts/77") }
        #expect(error?.code == .cannotWrite)
        #expect(error?.description.contains("not a symbolic link") == true)
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_size == 4)
    }

    @Test func `Epochs go into a file`() throws {
        let path = "\(folder.path)/out.nmea"
        let receiver = try receiver(try standing(at: 1, 1))
        #expect(try EpochFile.write(EpochLimit(receiver, count: 300), to: path, stop: -1) == 300)
        guard case .recording(let bytes) = try RouteFile.load(path, groundSpeed: 10) else {
            Issue.record("no recording")
            return
        }
        #expect(bytes == receiver.epochs(300).flatMap(\.bytes))
        #expect(throws: SimulationError.self) { try EpochFile.write(receiver, to: "/dev/full", stop: -1) }
        #expect(throws: SimulationError.self) { try EpochFile.write(receiver, to: "\(folder.path)/no/x", stop: -1) }
    }

    @Test func `Compressed and UTF-16 recordings are read`() throws {
        let text = Array("$GPZDA,100000,21,11,2026,,*4B\r\n".utf8)
        let packed: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 83, 113, 15, 136, 114, 113, 212, 49, 52, 0, 1, 29, 35, 67, 29, 67,
            67, 29, 35, 3, 35, 51, 29, 29, 45, 19, 39, 94, 46, 0, 17, 166, 236, 248, 31, 0, 0, 0,
        ]
        let wide: [UInt8] = [0xFF, 0xFE] + text.flatMap { [$0, 0] as [UInt8] }
        for bytes in [packed, wide] {
            guard case .recording(let read) = try RouteFile.load(folder.file("drive", bytes), groundSpeed: 10) else {
                Issue.record("no recording")
                continue
            }
            #expect(read == text)
        }
        #expect(throws: SimulationError.self) {
            try RouteFile.load(folder.file("cut", packed.dropLast(9)), groundSpeed: 10)
        }
    }

    @Test func `Route file tells what is there`() throws {
        func code(_ name: String, groundSpeed: Double = 10) -> SimulationError.Code? {
            do throws(SimulationError) {
                _ = try RouteFile.load(name, groundSpeed: groundSpeed)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code("loop") == nil)
        #expect(code("\(folder.path)/loop") == .noInput)
        #expect(code(folder.path) == .noInput)
        #expect(code("loop", groundSpeed: 0) == .usage)
        #expect(code("loop", groundSpeed: .nan) == .usage)
    }
}
