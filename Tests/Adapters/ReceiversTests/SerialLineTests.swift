import CLinux
import Glibc
import Interchange
import LocationModel
import NMEA
import SystemSupport
import Testing

@testable import Receivers

@Suite struct SerialLineTests {
    // MARK: - BaudRateDetector

    @Test func `Sentences prove the speed`() {
        var detector = BaudRateDetector(baud: nil)
        #expect(detector.receive(bytes: 40, sentences: 0, at: .zero) == .unchanged)
        #expect(detector.receive(bytes: 40, sentences: 1, at: .milliseconds(40)) == .readable)
        #expect(detector.receive(bytes: 40, sentences: 1, at: .milliseconds(80)) == .unchanged)
        #expect(detector.baud == 9600)
    }

    @Test func `Bytes without sentences move on through all speeds and then it says so`() {
        var detector = BaudRateDetector(baud: nil)
        var now = Duration.zero
        var verdicts: [BaudRateDetector.Verdict] = []
        for _ in 0..<200 where verdicts.last != .unreadable {
            now += .milliseconds(100)
            let verdict = detector.receive(bytes: 20, sentences: 0, at: now)
            if verdict != .unchanged { verdicts.append(verdict) }
        }
        #expect(verdicts == BaudRateDetector.speeds.dropFirst().map { .listen(baud: $0) } + [.unreadable])
        #expect(now < .seconds(15))
        // It goes on looking, and says it no second time.
        var later: [BaudRateDetector.Verdict] = []
        for _ in 0..<300 {
            now += .milliseconds(100)
            later.append(detector.receive(bytes: 20, sentences: 0, at: now))
        }
        #expect(later.contains(.listen(baud: 9600)) && !later.contains(.unreadable))
        #expect(detector.receive(bytes: 80, sentences: 1, at: now) == .readable)
    }

    @Test func `A burst of garbage needs no patience`() {
        var detector = BaudRateDetector(baud: nil)
        #expect(detector.receive(bytes: 5000, sentences: 0, at: .zero) == .listen(baud: 38_400))
    }

    @Test func `Silence and glitches prove nothing`() {
        var detector = BaudRateDetector(baud: nil)
        #expect(detector.receive(bytes: 3, sentences: 0, at: .zero) == .unchanged)
        #expect(detector.receive(bytes: 3, sentences: 0, at: .seconds(60)) == .unchanged)
        #expect(detector.receive(bytes: 80, sentences: 1, at: .seconds(61)) == .readable)
        // Ten seconds after a glitch a sentence begins.
        #expect(detector.receive(bytes: 100, sentences: 0, at: .seconds(62)) == .unchanged)
        #expect(detector.receive(bytes: 30, sentences: 0, at: .seconds(72)) == .unchanged)
        #expect(detector.receive(bytes: 50, sentences: 1, at: .seconds(73)) == .unchanged)
    }

    @Test func `A given speed is kept and the failure said once`() {
        var detector = BaudRateDetector(baud: 4800)
        var verdicts: [BaudRateDetector.Verdict] = []
        for tenth in 0..<200 {
            verdicts.append(detector.receive(bytes: 200, sentences: 0, at: .milliseconds(100 * tenth)))
        }
        #expect(verdicts.count { $0 == .unreadable } == 1 && verdicts.firstIndex(of: .unreadable) == 30)
        #expect(verdicts.allSatisfy { $0 == .unchanged || $0 == .unreadable } && detector.baud == 4800)
        #expect(detector.receive(bytes: 80, sentences: 1, at: .seconds(30)) == .readable)
    }

    @Test func `A speed that is no longer right is looked for again`() {
        var detector = BaudRateDetector(baud: nil, startingAt: 115_200)
        #expect(detector.baud == 115_200)
        #expect(detector.receive(bytes: 80, sentences: 1, at: .zero) == .readable)
        var verdicts: [BaudRateDetector.Verdict] = []
        for tenth in 1...40 {
            verdicts.append(detector.receive(bytes: 100, sentences: 0, at: .milliseconds(100 * tenth)))
        }
        #expect(verdicts.first { $0 != .unchanged } == .listen(baud: 9600))
    }

    /// A station of corrections: other data all the time, and a position each five or ten seconds.
    @Test(arguments: [5, 10], [nil, 9600]) func `Rare sentences beside other data keep the speed`(
        seconds: Int, given: Int?
    ) {
        var detector = BaudRateDetector(baud: given)
        var verdicts: [BaudRateDetector.Verdict] = []
        for tenth in 0..<3000 {
            let hasSentence = tenth % (10 * seconds) == 0 && detector.baud == 9600
            let verdict = detector.receive(
                bytes: 100, sentences: hasSentence ? 1 : 0, at: .milliseconds(100 * tenth))
            if verdict != .unchanged { verdicts.append(verdict) }
        }
        // Until the interval is known, it looks elsewhere once.
        #expect(
            verdicts == [.readable]
                + (given == nil ? [.listen(baud: 38_400), .listen(baud: 9600)] : [.unreadable]) + [.readable])
    }

    /// Tenths of seconds from sentence to sentence and until the change, and seconds until it is found: three intervals
    /// until the old speed is given up, and one and a quarter at each that comes before the new one.
    @Test(arguments: [(10, 100, 26.25), (50, 600, 34.5)])
    func `A receiver that changes its speed is found again`(interval: Int, change: Int, most: Double) {
        var detector = BaudRateDetector(baud: nil)
        var found: Int?
        for tenth in 0..<change + 900 where found == nil {
            let hasSentence = tenth % interval == 0 && detector.baud == (tenth < change ? 9600 : 4800)
            let verdict = detector.receive(
                bytes: 100, sentences: hasSentence ? 1 : 0, at: .milliseconds(100 * tenth))
            if verdict == .readable, tenth >= change { found = tenth - change }
        }
        #expect(detector.baud == 4800 && found.map { Double($0) / 10 < most } == true)
    }

    /// Bluetooth: five epochs at once, in pieces, each five seconds.
    @Test(arguments: [9600, 115_200], [nil, 115_200])
    func `Bursts are no wrong speed`(baud: Int, given: Int?) {
        var detector = BaudRateDetector(baud: given, startingAt: baud)
        var verdicts: [BaudRateDetector.Verdict] = []
        // The port was opened at the end of a burst.
        verdicts.append(detector.receive(bytes: 60, sentences: 0, at: .zero))
        for burst in 1...20 {
            for piece in 0..<10 {
                let verdict = detector.receive(
                    bytes: 60, sentences: piece > 1 && detector.baud == 115_200 ? 1 : 0,
                    at: .seconds(5 * burst) + .milliseconds(50 * piece))
                if verdict != .unchanged { verdicts.append(verdict) }
            }
        }
        let search = [BaudRateDetector.Verdict.listen(baud: 38_400), .listen(baud: 115_200), .readable]
        #expect(verdicts == [.unchanged] + (given == nil && baud == 9600 ? search : [.readable]))
    }

    @Test func `Each burst proves a wrong speed`() {
        var detector = BaudRateDetector(baud: nil)
        var found: Int?
        for burst in 0..<40 where found == nil {
            for piece in 0..<10 {
                let verdict = detector.receive(
                    bytes: 60, sentences: piece > 1 && detector.baud == 921_600 ? 1 : 0,
                    at: .seconds(60 * burst) + .milliseconds(50 * piece))
                if verdict == .readable { found = burst }
            }
        }
        // The first one may have begun before the port was opened; then there are eight wrong speeds.
        #expect(found == 9)
    }

    @Test func `A receiver of bursts that changes its speed is found again`() {
        var detector = BaudRateDetector(baud: nil)
        var found: Int?
        for burst in 0..<40 where found == nil {
            for piece in 0..<10 {
                let hasSentence = piece > 1 && detector.baud == (burst < 10 ? 9600 : 38_400)
                let verdict = detector.receive(
                    bytes: 60, sentences: hasSentence ? 1 : 0, at: .seconds(5 * burst) + .milliseconds(50 * piece))
                if verdict == .readable, burst >= 10 { found = burst }
            }
        }
        #expect(detector.baud == 38_400 && found.map { $0 < 16 } == true)
    }

    // MARK: - Backoff

    @Test func `Waits grow to six seconds and no further`() {
        var delay = Backoff.ofReceivers
        var random = SystemRandomNumberGenerator()
        var expected = Duration.milliseconds(100)
        for _ in 0..<10 {
            let wait = delay.next(using: &random)
            #expect(wait <= expected && wait >= expected * 0.75)
            expected = min(expected * 2, .seconds(6))
        }
        delay.reset()
        #expect(delay.next(using: &random) <= .milliseconds(100))
    }

    // MARK: - SerialSource

    @Test func `A source says what is not usual`() {
        #expect(SerialSource(device: "/dev/ttyS0").description == "serial:/dev/ttyS0")
        #expect(
            SerialSource(device: "/dev/ttyS0", baud: 4800, checksums: .optional).description
                == "serial:/dev/ttyS0?baud=4800&checksum=optional")
    }

    // MARK: - SerialPort

    @Test(arguments: [4800, 9600, 38_400, 115_200, 921_600, 12_345]) func `Ports take any speed`(_ baud: Int) throws {
        let terminal = try #require(SerialTerminal())
        let port = try SerialPort(device: terminal.device, baud: 57_600)
        #expect(clinux_serial_speed(port.descriptor) == 57_600)
        try port.listen(atBaud: baud)
        #expect(clinux_serial_speed(port.descriptor) == UInt32(baud))
        #expect(fcntl(port.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        terminal.unplug()
    }

    @Test func `Ports are read raw`() throws {
        let terminal = try #require(SerialTerminal())
        let port = try SerialPort(device: terminal.device, baud: 9600)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
        defer { buffer.deallocate() }
        guard case .nothing = port.read(into: buffer) else {
            Issue.record("something was read")
            return
        }
        // Bytes that a terminal would interpret: CR, XOFF, interrupt, end of file, erase, 0xFF.
        let text = "\r\u{13}\u{3}\u{4}\u{7F}\u{1A}\n"
        terminal.write(text)
        guard case .bytes(let count) = port.read(into: buffer) else {
            Issue.record("nothing was read")
            return
        }
        #expect(Array(buffer[..<count]) == Array(text.utf8))
        terminal.unplug()
        guard case .gone = port.read(into: buffer) else {
            Issue.record("it is still there")
            return
        }
    }

    @Test func `Errors name the cause and the remedy`() {
        var template = Array("/tmp/locd-test-XXXXXX".utf8CString)
        close(mkstemp(&template))
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        chmod(path, 0o640)
        // The group of a file that we made, as the system's own list names it.
        let group = getgrgid(getegid()).map { String(cString: $0.pointee.gr_name) } ?? "\(getegid())"
        let refused = SerialPortError(code: EACCES, device: path)
        #expect(refused.cause == .permissionDenied)
        #expect(refused.description.contains("join the group '\(group)'"))
        chmod(path, 0o600)
        #expect(SerialPortError(code: EACCES, device: path).description.contains("udev rule"))
        // The mode of a file gives EACCES; EPERM is the unit's list of devices, or a container's.
        let kept = SerialPortError(code: EPERM, device: path)
        #expect(kept.cause == .permissionDenied && kept.description.contains("DeviceAllow"), "\(kept)")
        #expect(SerialPortError(code: EBUSY, device: path).cause == .busy)
        #expect(SerialPortError(code: ENOENT, device: path).cause == .noDevice)
        #expect(SerialPortError(code: EIO, device: path).cause == .deviceError)
        #expect(throws: SerialPortError.self) { try portIsOpened("/dev/null") }
    }

    private func portIsOpened(_ device: String) throws {
        _ = try SerialPort(device: device, baud: 9600)
    }

    // MARK: - Conversion

    @Test func `An epoch is a fix`() {
        var epoch = Epoch()
        epoch.mode = .fix2D
        epoch.status = .simulated
        epoch.time = 1_795_219_200_000
        epoch.position = Position(latitude: -47.5, longitude: 8.5)
        epoch.horizontalAccuracy = 3.5
        let fix = Fix(epoch)
        #expect(fix.mode == .fix2D && fix.isSimulated && fix.timestamp?.milliseconds == 1_795_219_200_000)
        #expect(fix.coordinate == Coordinate(latitude: -47.5, longitude: 8.5) && fix.errors.horizontal == 3.5)
        #expect(fix.altitude == nil && fix.speed == nil && fix.course == nil && fix.hdop == nil)
        #expect(Fix(Epoch()) == Fix(mode: .none))
        epoch.dateSource = .snapped
        #expect(!fix.hasMovedDate && Fix(epoch).hasMovedDate)
    }
}
