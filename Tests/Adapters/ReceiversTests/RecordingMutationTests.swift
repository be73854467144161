import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import Receivers

/// A million mutated sentences and lines of gpsd, the same at every run: whatever they say, nothing crashes, hangs or
/// grows, and what passes the gate is a place on the Earth at a time.
@Suite(.timeLimit(.minutes(15))) struct RecordingMutationTests {
    private static let sentences = [
        "$GPRMC,081836.75,A,3751.65,S,14507.36,E,010.0,360.0,130926,011.3,W,D",
        "$GNGGA,203415.000,6325.6138,N,01021.4290,E,1,8,2.42,72.5,M,41.5,M,,",
        "$GNGNS,014035.00,4332.69262,S,17235.48549,E,RR,13,0.9,25.63,11.24,,",
        "$GPGLL,3926.7952,N,12000.5947,W,022732,A,A", "$GNGSA,A,3,13,12,22,19,08,21,,,,,,,1.05,0.64,0.83,4",
        "$GPGSV,3,1,11,09,57,333,29.0,07,54,227,,04,49,043,24.5,03,43,129,,1",
        "$GPVTG,188.36,T,,M,0.820,N,1.519,K,A", "$GPZDA,172809.456,12,07,2026,00,00",
        "$GPGST,024603.00,3.2,6.6,4.7,47.3,5.8,5.6,22.0", "$HCHDG,358.0,3.0,E,4.0,W", "$PGRME,3.3,M,4.9,M,6.0,M",
        "$PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,3.6,77.52,0.007,,0.92,1.19,0.77,9,0,0",
        "!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0",
    ].map { Array($0.utf8) }

    private static let lines = [
        #"{"class":"TPV","device":"/dev/ttyUSB0","status":2,"mode":3,"time":"2026-11-21T06:00:00.000Z","leapseconds":18,"#
            + #""ept":0.005,"lat":47.500001400,"lon":8.500002100,"altHAE":497.1000,"altMSL":450.1000,"epx":3.2,"epy":2.1,"#
            + #""epv":6.0,"track":12.3,"magtrack":14.2,"speed":13.02,"climb":0.0,"eps":0.4,"epc":1.0,"eph":9.5,"sep":12.0}"#,
        #"{"class":"SKY","device":"/dev/ttyUSB0","time":"2026-11-21T06:00:00.000Z","xdop":0.6,"ydop":0.7,"vdop":1.2,"#
            + #""hdop":0.9,"satellites":[{"PRN":7,"gnssid":0,"svid":7,"az":74.0,"el":53.0,"ss":43.0,"used":true},"#
            + #"{"PRN":70,"gnssid":6,"svid":6,"az":276.0,"el":43.0,"ss":37.0,"used":false}]}"#,
        #"{"class":"GST","device":"/dev/ttyUSB0","time":"2026-11-21T06:00:00.000Z","rms":3.2,"major":6.6,"minor":4.7,"#
            + #""orient":47.3,"lat":5.8,"lon":5.6,"alt":22.0}"#,
        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0","driver":"u-blox","activated":"#
            + #""2026-11-21T06:00:00.000Z","flags":1,"native":0,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00}]}"#,
        #"{"class":"DEVICE","path":"/dev/ttyUSB0","activated":0}"#,
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
        #"{"class":"ERROR","message":"Unrecognized request '?X'"}"#,
        #"{"class":"ATT","device":"/dev/x","heading":14.0,"pitch":1.0,"roll":2.0,"mag_st":"N"}"#,
        #"{"class":"AIS","type":1,"mmsi":367430530,"scaled":true,"lon":-122.39,"lat":37.78,"text":"\u0041"}"#,
    ].map { Array($0.utf8) }

    @Test(arguments: 0..<4) func `Half a million mutated sentences invent nothing`(_ seed: Int) async throws {
        try await run(
            SentenceRecording(presuming: seed.isMultiple(of: 2) ? 1_795_219_200_000 : nil), seed, Self.sentences,
            hasChecksum: true)
    }

    @Test(arguments: 0..<4) func `Half a million mutated lines of gpsd invent nothing`(_ seed: Int) async throws {
        let parser = try #require(GPSDLineParser())
        try await run(CaptureRecording(parser), seed, Self.lines, hasChecksum: false)
    }

    /// Feeds 125,000 lines, in pieces of any length.
    private func run(_ decoder: some RecordingDecoder, _ seed: Int, _ samples: [[UInt8]], hasChecksum: Bool)
        async throws
    {
        var decoder = decoder
        var mutator = LineMutator(seed: UInt64(seed))
        var gate = FixGate()
        var events: [ReceiverEvent] = []
        var fixes = 0
        let memory = try ResidentMemory()
        for _ in 0..<Rounds.of(1250) {
            mutator.clear()
            for _ in 0..<100 { mutator.append(mutationOf: samples, hasChecksum: hasChecksum) }
            let bytes = mutator.bytes
            let cut = mutator.number(below: bytes.count)
            decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[..<cut]), into: &events)
            decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[cut...]), into: &events)
            for case .fix(let fix) in events {
                fixes += 1
                guard case .accepted(let location, _) = gate.judge(fix) else { continue }
                check(location)
            }
            events.removeAll(keepingCapacity: true)
            // Others test meanwhile, and have their time limits.
            await Task.yield()
        }
        decoder.finish(into: &events)
        // They are mutated, not destroyed.
        #expect(fixes > Rounds.of(1000))
        // Less than 4 kB a line is kept. The process's memory is all that can be measured, and other tests run
        // meanwhile.
        #expect(try memory.growth() < 500 << 20)
    }

    private func check(_ location: Location) {
        let figures = [
            location.horizontalAccuracy, location.altitude, location.ellipsoidalAltitude, location.verticalAccuracy,
            location.speed, location.speedAccuracy, location.course, location.courseAccuracy, location.hdop,
        ]
        let isPlausible =
            location.coordinate.isValid && !location.coordinate.isNullIsland && location.isSimulated
            && figures.allSatisfy { $0?.isFinite ?? true } && location.speed ?? 0 >= 0
            && (0..<360).contains(location.course ?? 0)
        #expect(isPlausible, "\(location)")
    }
}
