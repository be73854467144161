import Glibc
import LocationModel
import LocdTestSupport
import Testing
import Truth

@testable import LocationServices

/// Holes, other receivers, and clocks that are put right are no attacks, and hide none.
@Suite struct IntegrityInterruptionTests {
    private static let standing = IntegrityTests.fixes(TruthPath().standing(1800))

    // MARK: - Holes of the position

    /// Farther than an airliner flies meanwhile, also over a restart.
    @Test(arguments: [11.0, 60, 600], [false, true]) func `A leap over a hole is named`(hole: Double, restarts: Bool)
        throws
    {
        let end = 600 + hole
        let changes = IntegrityTests.changes(Self.standing, silent: 600..<end, restartingAt: restarts ? 605 : nil) {
            if $0 >= end { $1.coordinate = $1.coordinate?.moved(by: 340 * hole + 15_000, bearing: 70) }
        }
        let found = try #require(changes.first { $0.change.state == .notTrusted })
        #expect(found.change.reasons == [.positionAgainstSpeed] && found.second - end <= 15, "\(changes)")
    }

    /// Neither a flight nor what was carried for longer while nothing came, nor a receiver that finds its place again.
    @Test(arguments: [(600.0, 150_000.0), (60, 15_000), (1000, 2_000_000), (60, 3000)])
    func `A way in a hole is no leap`(hole: Double, metres: Double) {
        let end = 600 + hole
        let changes = IntegrityTests.changes(Self.standing, silent: 600..<end) { second, fix in
            guard second >= end else { return }
            fix.coordinate = fix.coordinate?.moved(by: metres + (second < end + 20 ? 300 : 0), bearing: 70)
        }
        #expect(changes.isEmpty, "\(changes)")
    }

    /// Each of its steps is a hole, and the third location of the new place is believed.
    @Test(arguments: [12.0, 15, 30]) func `A leap of a slow receiver is named`(interval: Double) throws {
        let fixes = stride(from: 0, to: Self.standing.count, by: Int(rounding: interval)).map { Self.standing[$0] }
        let changes = IntegrityTests.changes(fixes, every: interval) { second, fix in
            if second >= 600 { fix.coordinate = fix.coordinate?.moved(by: 50_000, bearing: 70) }
        }
        let found = try #require(IntegrityTests.named(.positionAgainstSpeed, changes))
        #expect(found - 600 <= 2 * interval, "\(found)")
    }

    /// A drag in a spoofed time: when that ends, the way since the drag is unknown.
    @Test func `A verdict ends when the time goes back`() throws {
        let sailing = IntegrityTests.fixes(TruthPath().moving(.straight(), at: 5, for: 1800))
        let changes = IntegrityTests.changes(sailing) { second, fix in
            guard (300..<800).contains(second) else { return }
            fix.timestamp = fix.timestamp?.advanced(bySeconds: 3 * 86_400)
            fix.coordinate = fix.coordinate?.moved(by: 5 * max(second - 600, 0), bearing: 100)
        }
        #expect(changes.contains { $0.change.reasons.contains(.positionAgainstSpeed) })
        #expect(try #require(changes.last).change.state == .trusted, "\(changes)")
    }

    /// A receiver that reports every ten seconds, in an aircraft that turns by three degrees a second.
    @Test(arguments: [103.0, 118]) func `A turn between two fixes is no drag`(speed: Double) {
        let (rate, radius) = (3.0 * .pi / 180, speed / (3.0 * .pi / 180))
        let fixes = stride(from: 0.0, to: 900, by: 10).map { second in
            let angle = max(second - 300, 0) * rate
            let place = Coordinate.sample.moved(north: speed * min(second, 300) + radius * sin(angle))
                .moved(north: 0, east: radius * (1 - cos(angle)))
            var fix = Fix.sample(second, of: place, speed: speed)
            fix.course = (angle * 180 / .pi).truncatingRemainder(dividingBy: 360)
            return fix
        }
        let changes = IntegrityTests.changes(fixes, every: 10)
        #expect(changes.isEmpty, "\(changes)")
    }

    /// On the ground, and nearer than an airliner flies meanwhile; or than anything moves on the ground.
    @Test(arguments: [(300.0, 50_000.0), (30, 5000), (60, 5000), (60, 3000)], [false, true])
    func `A leap after jamming is named`(leap: (hole: Double, metres: Double), isJammed: Bool) {
        let end = 300 + leap.hole
        let changes = IntegrityTests.changes(Self.standing) { second, fix in
            guard second >= 300 else { return }
            if second < end {
                (fix.mode, fix.isJammed) = (.none, isJammed)
            } else {
                fix.coordinate = fix.coordinate?.moved(by: leap.metres, bearing: 70)
            }
        }
        let named = changes.first { $0.change.state == .notTrusted }
        guard isJammed, leap.metres > 3000 else { return #expect(named == nil, "\(changes)") }
        #expect(named.map { $0.second < end + 15 } ?? false, "\(changes)")
        // The new place stays in doubt for longer than an excursion would.
        #expect(!changes.contains { (end + 15..<end + 600).contains($0.second) }, "\(changes)")
    }

    /// The jammer was not named, so the spoofed place is believed; the true one is not accused when it is back.
    @Test(arguments: [(30.0, 5000.0), (60, 12_000), (300, 50_000)], [240.0, 900])
    func `The truth is believed after a silent jammer`(leap: (hole: Double, metres: Double), length: Double) {
        let end = 300 + leap.hole + length
        let changes = IntegrityTests.changes(Self.standing, silent: 300..<300 + leap.hole) { second, fix in
            if (300..<end).contains(second) { fix.coordinate = fix.coordinate?.moved(by: leap.metres, bearing: 70) }
        }
        #expect(!changes.contains { $0.change.state == .notTrusted }, "\(changes)")
    }

    /// Where a tunnel ends, a receiver converges on its place while its speed is right already.
    @Test(arguments: [(20.0, 120.0, 15.0), (120, 250, 6), (300, 300, 8)])
    func `A place that is found again is no drag`(hole: Double, error: Double, time: Double) {
        let path = TruthPath().moving(.round(4000, 3000), at: 20, for: 1500)
        let changes = IntegrityTests.changes(IntegrityTests.fixes(path), silent: 600..<600 + hole) { second, fix in
            let rest = error * exp(-(second - 600 - hole) / time)
            if second > 600 { fix.coordinate = fix.coordinate?.moved(by: rest, bearing: 70) }
        }
        #expect(changes.isEmpty, "\(changes)")
    }

    /// What a receiver knows from before, until it finds its place.
    @Test(arguments: [40.0, 60, 90, 119]) func `The place of a start is no leap`(seconds: Double) {
        let changes = IntegrityTests.changes(Array(Self.standing[..<600])) { second, fix in
            if second < seconds { fix.coordinate = fix.coordinate?.moved(by: 30_000, bearing: 100) }
        }
        #expect(changes.isEmpty, "\(changes)")
    }

    @Test(arguments: [2.0, 5, 10]) func `A drag over holes is named`(speed: Double) throws {
        for path in [TruthPath().standing(1200), .init().moving(.straight(), at: 5, for: 1200)] {
            let fixes = IntegrityTests.fixes(path).enumerated().map { second, fix in
                var fix = fix
                if second % 120 < 11 { fix.mode = .none }
                return fix
            }
            let changes = IntegrityTests.changes(fixes) { second, fix in
                if second > 700 { fix.coordinate = fix.coordinate?.moved(by: speed * (second - 700), bearing: 100) }
            }
            let found = try #require(changes.first { $0.change.state == .notTrusted })
            #expect((700...800).contains(found.second), "\(changes)")
        }
    }

    /// In free fall from an aircraft, and then at a parachute; the receiver may report the speed over all three axes.
    @Test(arguments: [false, true], [0.0, 1]) func `A fall is no drag`(isWhole: Bool, delay: Double) {
        func speeds(at time: Double) -> (ahead: Double, up: Double) {
            switch time {
            case ..<200: (0, 0)
            case ..<900: (45, time < 880 ? 5 : 0)
            case ..<960: (max(45 - 4 * (time - 900), 5), -min(10 * (time - 900), 52))
            case ..<1050: (8, -3.7)
            default: (0, 0)
            }
        }
        var (north, altitude) = (0.0, 400.0)
        let fixes = (0..<1500).map { second in
            let (now, late) = (speeds(at: Double(second)), speeds(at: Double(second) - delay))
            (north, altitude) = (north + now.ahead, altitude + now.up)
            var fix = Fix.sample(
                Double(second), north: north, accuracy: 4, speed: isWhole ? hypot(late.ahead, late.up) : late.ahead)
            (fix.course, fix.altitude, fix.ellipsoidalAltitude) = (0, altitude, altitude + 48)
            return fix
        }
        let changes = IntegrityTests.changes(fixes)
        #expect(!changes.contains { $0.change.state == .notTrusted }, "\(changes)")
    }

    // MARK: - The end of a verdict

    /// The receiver's speed was that of another place, or it has none, and the machine moved meanwhile, or did not.
    @Test(arguments: [4500.0, 12_000, 200_000], [200.0, 900, 2000, 4500])
    func `The truth is believed after an attack`(metres: Double, length: Double) throws {
        let end = 600 + length
        let drive = TruthPath().standing(120).moving(.straight(), at: 13, for: end)
        let parked = TruthPath().standing(end + 120)
        for (path, isOther, speed) in [
            (drive, false, .doppler), (drive, false, .none), (parked, true, .doppler), (parked, true, .none),
        ] as [(TruthPath, Bool, TruthReceiver.Speed)] {
            let fixes = IntegrityTests.fixes(path, speed)
            let changes = IntegrityTests.changes(fixes) { second, fix in
                guard (600..<end).contains(second) else { return }
                let way = isOther ? 20 * (second - 600) : 0
                fix.coordinate = (isOther ? fix : fixes[600]).coordinate?
                    .moved(by: metres + way + 0.1 * second.truncatingRemainder(dividingBy: 3), bearing: 20)
                if fix.speed != nil { (fix.speed, fix.course) = isOther ? (20, 20) : (0, fix.course) }
            }
            #expect(changes.first?.change.state != .trusted && changes.last?.change.state == .trusted)
            #expect(try #require(changes.last).second < end + 30, "\(changes)")
            #expect(!changes.contains { $0.second > end && $0.change.state == .notTrusted }, "\(changes)")
        }
    }

    /// To and fro between two places: neither is believed, nor is the verdict another one each time.
    @Test(
        arguments: [TruthReceiver.Speed.doppler, .none],
        [(1.0, 1.0), (3, 3), (5, 20), (12, 12), (30, 30), (20, 60), (60, 60), (60, 20), (200, 200)])
    func `A position that swings is not trusted`(speed: TruthReceiver.Speed, swing: (there: Double, here: Double))
        throws
    {
        for path in [TruthPath().standing(4200), .init().moving(.straight(), at: 5, for: 4200)] {
            for metres in [5000.0, 50_000] {
                let changes = IntegrityTests.changes(IntegrityTests.fixes(path, speed)) { second, fix in
                    let time = (second - 600).truncatingRemainder(dividingBy: swing.there + swing.here)
                    guard (600..<3000).contains(second), time < swing.there else { return }
                    fix.coordinate = fix.coordinate?.moved(by: metres, bearing: 20)
                }
                let last = try #require(changes.last { $0.change.state == .notTrusted })
                #expect(last.second < 1100 && changes.count <= 8, "\(metres): \(changes)")
                #expect(changes.last?.change.state == .trusted && (2980...3700).contains(changes.last?.second ?? 0))
            }
        }
    }

    // MARK: - Other receivers

    /// It reports a second later after the second. That gpsd was away says nothing of the receiver.
    @Test(arguments: [
        (ReceiverLink(.absent(.unplugged)), true), (ReceiverLink(.open, device: "/dev/ttyUSB1"), true),
        (ReceiverLink(.absent(.noGPSD)), false),
    ])
    func `Another receiver is judged anew`(link: ReceiverLink, isAnother: Bool) {
        var hub = HubCore(staleAfter: .seconds(5), at: .live(.zero))
        _ = hub.receive([.link(ReceiverLink(.open, device: "/dev/ttyUSB0"))], at: .zero)
        var isTrusted = true
        for (second, fix) in Self.standing.prefix(600).enumerated() {
            if second == 300 { _ = hub.receive([.link(link)], at: .seconds(300)) }
            guard !(300..<305).contains(second) else { continue }
            var fix = fix
            (fix.altitude, fix.ellipsoidalAltitude) = (400, isAnother && second > 300 ? 460 : 448)
            _ = hub.receive([.fix(fix)], at: .seconds(Double(second) + (second < 300 ? 0.1 : 1.1)))
            isTrusted = isTrusted && hub.integrity.state == .trusted
        }
        #expect(isTrusted == isAnother)
    }

    @Test func `The geoid of another place is no altitude`() {
        let changes = IntegrityTests.changes(Self.standing, silent: 400..<600) { second, fix in
            (fix.altitude, fix.ellipsoidalAltitude) = (400, second < 400 ? 448 : 460)
        }
        #expect(changes.isEmpty, "\(changes)")
    }

    @Test func `A system that vanishes is seen after another one was switched off`() {
        var (geometry, signs) = (GeometryEvidence(), IntegritySigns())
        var lost: [Double] = []
        for second in 0..<800 {
            signs.now = Double(second)
            var sky = SkyView(satellites: [])
            for number in 0..<18 where second < [800, 200, 500][number / 6] {
                let system: Satellite.Constellation = [.gps, .glonass, .galileo][number / 6]
                var satellite = Satellite(constellation: system, identifier: number + 1)
                (satellite.isUsed, satellite.signalStrength) = (true, 40)
                sky.satellites.append(satellite)
            }
            geometry.receive(sky, into: &signs)
            if signs.points() > 0 { lost.append(signs.now) }
        }
        #expect(lost.contains { (200..<240).contains($0) } && lost.contains { (500..<540).contains($0) }, "\(lost)")
        #expect(!lost.contains { (350..<500).contains($0) || $0 >= 650 }, "\(lost)")
    }

    // MARK: - Clocks

    /// The clock of a machine that slept is set by one that counts seconds. Fixes that were unread come when it wakes.
    @Test(arguments: [20.0, 60, 120, 1000], [0.9, -0.9]) func `A sleep is no step of the time`(
        seconds: Double, error: Double
    ) {
        for unread in [0.0, 1, 3] {
            let changes = IntegrityTests.changes(
                Self.standing, silent: 400 + unread..<400 + seconds,
                late: { $0 < 400 ? 0.2 : $0 < 400 + unread ? 400 + seconds - $0 : 0.2 + error })
            #expect(changes.isEmpty, "\(unread): \(changes)")
        }
    }

    /// A machine that stood still reads at once what came meanwhile.
    @Test(arguments: [9.0, 12, 20, 60]) func `A backlog is no step of the time`(seconds: Double) {
        let end = 400 + seconds
        let changes = IntegrityTests.changes(
            Self.standing, late: { (400..<end).contains($0) ? end - $0 : 0.2 })
        #expect(changes.isEmpty, "\(changes)")
    }

    /// 2026-11-22T00:00:00Z and 2026-12-01T00:00:00Z, in seconds of the samples.
    private static let midnight = 18 * 3600.0
    private static let december = midnight + 9 * 86_400

    @Test(arguments: [-18.0, 18]) func `A date that changes at the wrong moment is no step`(change: Double) {
        let changes = IntegrityTests.changes(Self.standing) { second, fix in
            let time = second - 400
            let error = time >= change && time < 0 ? 86_400.0 : time < change && time >= 0 ? -86_400 : 0
            fix.timestamp = .sample(Self.midnight + time + error)
        }
        #expect(changes.isEmpty, "\(changes)")
    }

    /// 1,024 weeks: the receiver counts them anew while it runs, or learns after its start which one it is.
    @Test(arguments: [false, true]) func `A week is no step`(isLearned: Bool) {
        let changes = IntegrityTests.changes(Self.standing) { second, fix in
            if (second < 300) == isLearned { fix.timestamp = fix.timestamp?.advanced(bySeconds: -1024 * 7 * 86_400) }
        }
        #expect(changes.isEmpty, "\(changes)")
    }

    /// A receiver without a week whose date a serial port moved into the future.
    @Test func `A week that is learned behind a moved date is no step`() {
        let changes = IntegrityTests.changes(Self.standing) { second, fix in
            if second < 10 { fix.mode = .none }
            guard second < 300 else { return }
            fix.timestamp = fix.timestamp?.advanced(bySeconds: 340 * 7 * 86_400)
            fix.hasMovedDate = true
        }
        #expect(changes.isEmpty, "\(changes)")
    }

    /// So that a receiver which starts has all its time to learn the leap seconds.
    @Test func `A view without a time passes no time twice`() {
        var (gate, integrity) = (FixGate(), Integrity())
        for (second, fix) in Self.standing.prefix(900).enumerated() {
            var fix = fix
            if second < 30 { fix.mode = .none }
            if second < 700 { fix.timestamp = fix.timestamp?.advanced(bySeconds: 18) }
            let change = integrity.receive(fix, gate.judge(fix), at: .seconds(Double(second) + 0.1))
            let seen = integrity.receive(SkyView(satellites: []), at: .seconds(Double(second) + 0.7))
            #expect(change == nil && seen == nil, "\(second)")
        }
    }

    @Test(arguments: [-1.0, 1]) func `A leap second is no step`(step: Double) {
        for (midnight, isOne) in [(Self.december, true), (Self.midnight, false)] {
            let changes = IntegrityTests.changes(Self.standing) { second, fix in
                fix.timestamp = .sample(midnight - 400 + second + (second > 400 ? step : 0))
            }
            #expect(changes.isEmpty == isOne, "\(changes)")
        }
    }
}
