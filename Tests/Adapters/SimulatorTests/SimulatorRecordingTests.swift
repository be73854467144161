import Testing

@testable import Simulator

@Suite("Simulator: recordings")
struct SimulatorRecordingTests {
    private func epochs(
        _ text: String, rate: Double? = nil, repeats: Bool = false, count: Int = 1000
    ) throws -> [(elapsed: Double, text: String)] {
        var recording = try NMEARecording(Array(text.utf8), name: "test.nmea", rate: rate, repeats: repeats)
        return (0..<count).compactMap { _ in
            recording.nextEpoch().map { ($0.elapsed, String(decoding: $0.bytes, as: UTF8.self)) }
        }
    }

    @Test func `Epoch begins where the time changes`() throws {
        let epochs = try epochs(
            "$GPGGA,1200\n$GPGSA,A\n$GPRMC,120000,A\r\n$GPGGA,120000.00,\n$GPGSV\n$GPGLL,1,N,2,E,120001,A\n$GPRMC,120001,V\n$GPZDA,120002,1"
        )
        #expect(
            epochs.map(\.text) == [
                "$GPGGA,1200\n$GPGSA,A\n$GPRMC,120000,A\r\n$GPGGA,120000.00,\n$GPGSV\n",
                "$GPGLL,1,N,2,E,120001,A\n$GPRMC,120001,V\n", "$GPZDA,120002,1",
            ])
        #expect(epochs.map(\.elapsed) == [0, 1, 2])
    }

    @Test func `Pace is the recording's own unless it tells a step back or a hole`() throws {
        let times = ["235959.8", "235959.9", "000000.4", "000005", "000004", "010000"]
        let own = try epochs(times.map { "$GPRMC,\($0),A\n" }.joined()).map(\.elapsed)
        for (elapsed, expected) in zip(own, [0, 0.1, 0.6, 5.2, 6.2, 7.2]) { #expect(abs(elapsed - expected) < 1e-9) }
        #expect(own.count == 6)
        let paced = try epochs(times.map { "$GPRMC,\($0),A\n" }.joined(), rate: 4).map(\.elapsed)
        #expect(paced == [0, 0.25, 0.5, 0.75, 1, 1.25])
    }

    @Test func `Epochs without time begin with their first sentence again`() throws {
        let epochs = try epochs(
            "$GPRMC,,V\n$GPGGA,,\n$GPRMC,,V\n$GPGGA,,\n$GPRMC,120000,V\n$GPGGA,,\n$GPRMC,,V\n$GPGGA,120005\n")
        #expect(
            epochs.map(\.text) == [
                "$GPRMC,,V\n$GPGGA,,\n", "$GPRMC,,V\n$GPGGA,,\n", "$GPRMC,120000,V\n$GPGGA,,\n",
                "$GPRMC,,V\n$GPGGA,120005\n",
            ])
    }

    @Test func `Comments are left out and nothing else`() throws {
        #expect(
            try epochs("# Name: x\n#\r\n$GPRMC,120000,A\n!AIVDM,#1\ngarbage\n#end").map(\.text) == [
                "$GPRMC,120000,A\n!AIVDM,#1\ngarbage\n#end"
            ])
        #expect(
            try epochs("$GPGGA,120005,\n# lost: $GPRMC,120009,A\n$GPRMC,120005,A\n").map(\.text) == [
                "$GPGGA,120005,\n$GPRMC,120005,A\n"
            ])
        var recording = try NMEARecording(
            Array("$GPRMC,120000,A\n".utf8) + [35, 0, 255, 10], name: "x", rate: nil, repeats: false)
        #expect(recording.nextEpoch()?.bytes.suffix(4) == [35, 0, 255, 10])
    }

    @Test(arguments: ["\\g:1*1C\\", "06:00:00 RX> ", "NMEA,"])
    func `Sentences need not begin their line`(prefix: String) throws {
        let epochs = try epochs((0..<5).map { "\(prefix)$GPGGA,12000\($0)\n\(prefix)$GPRMC,12000\($0),A\n" }.joined())
        #expect(epochs.map(\.elapsed) == [0, 1, 2, 3, 4])
        #expect(epochs.last?.text == "\(prefix)$GPGGA,120004\n\(prefix)$GPRMC,120004,A\n")
    }

    @Test func `Lines may end with a carriage return alone`() throws {
        let epochs = try epochs("# x\r" + (0..<5).map { "$GPGGA,12000\($0)\r$GPRMC,12000\($0),A\r\r\n" }.joined())
        #expect(epochs.map(\.elapsed) == [0, 1, 2, 3, 4])
        #expect(epochs.first?.text == "$GPGGA,120000\r$GPRMC,120000,A\r\r\n")
    }

    @Test func `Repeated recording goes on in time`() throws {
        let epochs = try epochs("$GPRMC,120000,A\n$GPRMC,120001,A\n# end\n", repeats: true, count: 5)
        #expect(epochs.map(\.elapsed) == [0, 1, 2, 3, 4])
        #expect(epochs[2].text == epochs[0].text)
    }

    @Test func `Endless line goes out in parts`() throws {
        let epochs = try epochs("$GPRMC,120000,A\n" + String(repeating: "x", count: 100_000) + "\n$GPRMC,120001,A\n")
        #expect(epochs.allSatisfy { $0.text.utf8.count <= 40_000 })
        #expect(epochs.map(\.text).joined().utf8.count == 100_033)
        #expect(epochs.last.map(\.elapsed) == 1)
    }

    @Test(arguments: [
        "", "hello\nworld\n", "$GPRMC,,V\n", "$GPRMC\n", "$GPGLL,1,2,3\n", "\n\n\n", "$GPRMC,12:00:00,A",
        "# $GPRMC,120000,A\n",
    ])
    func `File without time is refused`(text: String) {
        let error = #expect(throws: SimulationError.self) {
            try NMEARecording(Array(text.utf8), name: "test.nmea", rate: nil, repeats: true)
        }
        #expect(error?.code == .malformedInput)
    }

    @Test(arguments: [0, 101, -1, Double.nan])
    func `Rate out of range is refused`(rate: Double) {
        #expect(throws: SimulationError.self) {
            _ = try NMEARecording(Array("$GPRMC,120000,A\n".utf8), name: "x", rate: rate, repeats: false)
        }
    }

    @Test(
        .enabled(
            if: SharedData.exists("nmea/genivi-20100411_Geko_Regensburg.txt"),
            "the shared recordings are not here"),
        arguments: [
            ("nmea/genivi-20100411_Geko_Regensburg.txt", 780...800), ("nmea/signalk-gps.log", 1195...1205),
            ("gpsd/bundg_zeus_9.log", 2...100_000), ("gpsd/firefly-II.log", 2...1000),
        ])
    func `Real recording comes out as it is`(file: String, expected: ClosedRange<Int>) throws {
        let bytes = try #require(SharedData.bytes(file))
        var recording = try NMEARecording(bytes, name: file, rate: 1, repeats: false)
        var played: [UInt8] = []
        var count = 0
        while let epoch = recording.nextEpoch() {
            played += epoch.bytes
            count += 1
        }
        let withoutComments = bytes.split(separator: 10, omittingEmptySubsequences: false)
            .filter { !($0.first == 35) }.joined(separator: [10])
        #expect(played == Array(withoutComments))
        #expect(expected.contains(count), "\(count) epochs")
    }
}
