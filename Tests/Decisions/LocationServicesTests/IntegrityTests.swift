import Foundation
import LocationModel
import LocdTestSupport
import Testing
import Truth

@testable import LocationServices

/// Each sign alone, and the verdict that they give together.
@Suite struct IntegrityTests {
    private static let sailing = TruthPath().moving(.straight(), at: 5, for: 1200)

    static func fixes(_ path: TruthPath, _ speed: TruthReceiver.Speed = .doppler, seed: UInt64 = 1) -> [Fix] {
        var receiver = TruthReceiver()
        receiver.speed = speed
        receiver.noise = TruthNoise(deviation: 2, timeConstant: 30)
        return receiver.fixes(of: path, seed: seed)
    }

    /// The changes, each with the second of its fix; `change` alters what the receiver says. Nothing arrives in the
    /// silence, and the judge restarts with what it keeps.
    static func changes(
        _ fixes: [Fix], every interval: Double = 1, silent: Range<Double> = 0..<0, restartingAt restart: Double? = nil,
        hasNetworkTime: Bool = false, _ change: (Double, inout Fix) -> Void = { _, _ in },
        late: (Double) -> Double = { _ in 0.2 }
    ) -> [(change: IntegrityChange, second: Double)] {
        var (gate, integrity) = (FixGate(), Integrity())
        var changes: [(IntegrityChange, Double)] = []
        for (index, fix) in fixes.enumerated() {
            let second = Double(index) * interval
            if second == restart { integrity = Integrity(resuming: integrity.kept) }
            guard !silent.contains(second) else { continue }
            let system = hasNetworkTime ? fix.timestamp : nil
            var fix = fix
            change(second, &fix)
            let found = integrity.receive(
                fix, gate.judge(fix), at: .seconds(second + late(second)), system: { system })
            if let found { changes.append((found, second)) }
        }
        return changes
    }

    /// When the position is not trusted for this reason.
    static func named(
        _ reason: IntegrityReason, _ changes: [(change: IntegrityChange, second: Double)]
    ) -> Double? {
        changes.first { $0.change.state != .trusted && $0.change.reasons.contains(reason) }?.second
    }

    @Test(arguments: [TruthReceiver.Speed.doppler, .none], 1...10 as ClosedRange<UInt64>)
    func `A clean receiver is trusted`(speed: TruthReceiver.Speed, seed: UInt64) {
        let path = TruthPath().standing(1200).moving(.round(400, 300), at: 13, for: 1200).standing(600)
            .moving(.stripes(40, 25), at: 1.2, for: 600)
        #expect(Self.changes(Self.fixes(path, speed, seed: seed)).isEmpty)
    }

    @Test(arguments: [TruthReceiver.Speed.doppler, .none], [300.0, 2000, 5000, 200_000])
    func `A leap is named and ends with the return`(speed: TruthReceiver.Speed, metres: Double) throws {
        let changes = Self.changes(Self.fixes(Self.sailing, speed)) { second, fix in
            if (600..<900).contains(second) { fix.coordinate = fix.coordinate?.moved(by: metres, bearing: 20) }
        }
        let found = try #require(Self.named(.positionAgainstSpeed, changes))
        #expect(found - 600 <= 15, "\(found)")
        #expect(changes.contains { $0.change.state == .notTrusted } == (metres > 4000))
        let end = try #require(changes.last)
        #expect(end.change.state == .trusted && (900...930).contains(end.second) || metres < 4000)
    }

    /// At 10 Hz positions repeat themselves, since they are rounded.
    @Test(arguments: [0.1, 0.2, 1]) func `A leap is named however often the receiver reports`(interval: Double) throws {
        let receiver = SecondReceiver { ($0.parts, $0.interval) = ([.init(2, 60), .init(0.5, 0)], interval) }
        let fixes = receiver.fixes(of: TruthPath().moving(.straight(), at: 3, for: 700), seed: 1)
        let changes = Self.changes(fixes, every: interval) { second, fix in
            if second >= 500 { fix.coordinate = fix.coordinate?.moved(by: 50_000, bearing: 70) }
        }
        #expect(try #require(Self.named(.positionAgainstSpeed, changes)) - 500 <= 15)
    }

    /// A receiver that holds its position when it stands is not one that lost the sky.
    @Test func `A leap is named where the receiver holds its position`() throws {
        let receiver = SecondReceiver { ($0.parts, $0.freezesBelow, $0.speed) = ([.init(3, 60)], 0.4, .doppler(0.1)) }
        let path = TruthPath().driving(at: 12, acceleration: 1.5, for: 300).standing(600)
        let changes = Self.changes(receiver.fixes(of: path, seed: 1)) { second, fix in
            if second >= 700 { fix.coordinate = fix.coordinate?.moved(by: 50_000, bearing: 70) }
        }
        #expect(try #require(Self.named(.positionAgainstSpeed, changes)) - 700 <= 15)
    }

    /// An airport, as spoofers pretend it, while the machine moves on.
    @Test(arguments: [3.0, 13, 40]) func `A leap to a place that stays the same is named`(speed: Double) throws {
        let fixes = Self.fixes(TruthPath().moving(.straight(), at: speed, for: 900))
        let changes = Self.changes(fixes) { second, fix in
            guard second >= 600 else { return }
            fix.coordinate = fixes[600].coordinate?.moved(by: 200_000, bearing: 70)
            fix.speed = 0
        }
        #expect(try #require(Self.named(.positionAgainstSpeed, changes)) - 600 <= 15)
    }

    /// Some leaps are just too short to be told from a flight, and as long again when they go back.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func `A leap back is no attack`(seed: UInt64) throws {
        let changes = Self.changes(Self.fixes(TruthPath().standing(900), seed: seed)) { second, fix in
            if (300..<420).contains(second) { fix.coordinate = fix.coordinate?.moved(by: 3996, bearing: 20) }
        }
        #expect(try #require(changes.last).change.state == .trusted && changes.allSatisfy { $0.second < 500 })
    }

    /// None of them is believed, and together they are named.
    @Test(arguments: [5000.0, 20_000]) func `Places that agree with nothing are named`(metres: Double) throws {
        for path in [Self.sailing, TruthPath().standing(1200)] {
            let changes = Self.changes(Self.fixes(path)) { second, fix in
                guard (600..<900).contains(second) else { return }
                fix.coordinate = fix.coordinate?.moved(
                    by: metres, bearing: (second * 137).truncatingRemainder(dividingBy: 360))
            }
            let found = try #require(changes.first { $0.change.state == .notTrusted })
            #expect((600...615).contains(found.second), "\(changes)")
            #expect(try #require(changes.last).change.state == .trusted && changes.count == 2, "\(changes)")
        }
    }

    /// Each second position is judged, and one that is far off, so that none hides between two that are right.
    @Test(arguments: [600.0, 601]) func `A place that comes and goes each second is named`(start: Double) throws {
        let changes = Self.changes(Self.fixes(Self.sailing)) { second, fix in
            let isAway = second >= start && second < 900 && (second - start).truncatingRemainder(dividingBy: 2) == 0
            guard isAway else { return }
            fix.coordinate = fix.coordinate?.moved(by: 20_000, bearing: 70)
        }
        #expect(try #require(Self.named(.positionAgainstSpeed, changes)) - 600 <= 60, "\(changes)")
    }

    @Test(arguments: [1.0, 2, 5, 10]) func `A drag off is named`(speed: Double) throws {
        for path in [Self.sailing, TruthPath().standing(1200)] {
            let changes = Self.changes(Self.fixes(path)) { second, fix in
                if second > 600 { fix.coordinate = fix.coordinate?.moved(by: speed * (second - 600), bearing: 100) }
            }
            let found = changes.first { $0.change.state == .notTrusted }
            #expect(try #require(found).second - 600 <= 60, "\(changes)")
        }
    }

    /// One that goes back at once, in another part of the time.
    @Test(arguments: [1.0, 2, 5, 10], [100.0, 500, 5000])
    func `An outlier hides no drag`(speed: Double, metres: Double) throws {
        let fixes = Array(Self.fixes(Self.sailing).prefix(700))
        func named(_ metres: Double, at second: Double) throws -> Double {
            let changes = Self.changes(fixes) {
                if $0 == second { $1.coordinate = $1.coordinate?.moved(by: metres, bearing: 100) }
                if $0 > 600 { $1.coordinate = $1.coordinate?.moved(by: speed * ($0 - 600), bearing: 100) }
            }
            return try #require(changes.first { $0.change.state == .notTrusted }).second
        }
        for second in [597.0, 598, 599, 600] {
            let late = try named(metres, at: second) - named(0, at: second)
            #expect(late <= DragEvidence.time.part, "\(second)")
        }
    }

    /// They come in one step, and go in one, however often the receiver reports.
    @Test(arguments: [10.0, 15, 20, 25, 40], [1.0, 5]) func `Reflections are no drag`(size: Double, interval: Double) {
        let receiver = SecondReceiver {
            ($0.parts, $0.reflections) = ([.init(3, 60), .init(1, 0)], (30, size, 20))
            $0.interval = interval
        }
        for seed in 1...4 as ClosedRange<UInt64> {
            let changes = Self.changes(receiver.fixes(of: TruthPath().standing(7200), seed: seed), every: interval)
            #expect(!changes.contains { $0.change.state == .notTrusted }, "\(seed): \(changes)")
        }
    }

    /// Some receivers report the same course always, or one that is turned; their speed and their position are right.
    @Test(arguments: [5.0, 13, 30], [0.0, 90, 180]) func `A wrong course is no drag`(speed: Double, turn: Double) {
        for path in [
            TruthPath().moving(.straight(), at: speed, for: 1200),
            .init().moving(.stripes(900, 300), at: speed, for: 1200),
        ] {
            for noise in [0.5, 2] {
                var receiver = TruthReceiver()
                receiver.speed = .doppler
                receiver.noise = TruthNoise(deviation: noise, timeConstant: 30)
                let changes = Self.changes(receiver.fixes(of: path, seed: 3)) { _, fix in
                    fix.course = turn == 0 ? 10 : fix.course.map { ($0 + turn).truncatingRemainder(dividingBy: 360) }
                }
                #expect(!changes.contains { $0.change.state == .notTrusted }, "\(noise): \(changes)")
            }
        }
    }

    /// km/h or knots taken for m/s, the speed over all axes, and one that is always the same.
    @Test(arguments: [0, 0.514, 1.25, 1.944, 2.237, 3.6], [0.0, 3, 9])
    func `A speed that was never right is no drag`(factor: Double, constant: Double) {
        for path in [
            Self.sailing, TruthPath().standing(120).moving(.round(2000, 1500), at: 13, for: 1200).standing(300),
            .init().standing(200).moving(.stripes(400, 300), at: 8, for: 1200),
            .init().standing(200).moving(.round(300, 200), at: 1.4, for: 1200),
        ] {
            let changes = Self.changes(Self.fixes(path)) { _, fix in
                fix.speed = constant > 0 ? constant : fix.speed.map { $0 * factor }
            }
            #expect(!changes.contains { $0.change.state == .notTrusted }, "\(changes)")
        }
    }

    /// An airliner that takes off, a train that sets off: the receiver smooths the speed for longer than the position.
    @Test(arguments: [(80.0, 2.2), (55, 0.7)], [0.5, 1, 1.5])
    func `A speed that is late is no drag`(motion: (speed: Double, gain: Double), delay: Double) {
        func speed(at time: Double) -> Double { min(max(5, 5 + motion.gain * (time - 300)), motion.speed) }
        var north = 0.0
        let fixes = (0..<900).map { second in
            north += (speed(at: Double(second)) + speed(at: Double(second) - 1)) / 2
            var fix = Fix.sample(Double(second), north: north, accuracy: 4, speed: speed(at: Double(second) - delay))
            fix.course = 0
            return fix
        }
        let changes = Self.changes(fixes)
        #expect(changes.isEmpty, "\(changes)")
    }

    /// A drag to the side may leave the way as long as the speed says.
    @Test func `A drag is no wrong course`() throws {
        let fixes = Self.fixes(TruthPath().moving(.stripes(900, 300), at: 5, for: 900))
        let course = try #require(fixes[650].course)
        let changes = Self.changes(fixes) { second, fix in
            if second > 650 {
                fix.coordinate = fix.coordinate?.moved(by: 5 * (second - 650), bearing: course + 120)
            }
        }
        #expect(try #require(changes.first { $0.change.state == .notTrusted }).second - 650 <= 60)
    }

    @Test(arguments: [1.0, -1, 30, -30, 3600, -86_400]) func `A step of the time is named`(step: Double) throws {
        let changes = Self.changes(Self.fixes(TruthPath().standing(900))) { second, fix in
            if second >= 300 { fix.timestamp = fix.timestamp?.advanced(bySeconds: step) }
        }
        #expect(try #require(Self.named(.timeStep, changes)) - 300 <= 15)
        #expect(changes.last?.change.state == .trusted)
    }

    @Test(arguments: [0.02, -0.05]) func `A drift of the time is named`(rate: Double) throws {
        let changes = Self.changes(Self.fixes(TruthPath().standing(900))) { second, fix in
            if second >= 300 { fix.timestamp = fix.timestamp?.advanced(bySeconds: rate * (second - 300)) }
        }
        #expect(try #require(Self.named(.timeDrift, changes)) - 300 <= 60)
    }

    /// From the start on: only another clock tells it.
    @Test(arguments: [4.0, -4, 3600]) func `A time that is not the network's is doubtful`(ahead: Double) throws {
        let changes = Self.changes(Self.fixes(TruthPath().standing(200)), hasNetworkTime: true) { _, fix in
            fix.timestamp = fix.timestamp?.advanced(bySeconds: ahead)
        }
        #expect(try #require(Self.named(.timeAgainstSystem, changes)) <= 70)
    }

    /// It costs a call of the kernel.
    @Test func `The system is asked for its time every ten seconds`() {
        var (gate, integrity, asked) = (FixGate(), Integrity(), 0)
        for (second, fix) in Self.fixes(TruthPath().standing(100)).enumerated() {
            _ = integrity.receive(fix, gate.judge(fix), at: .seconds(second)) {
                asked += 1
                return nil
            }
        }
        #expect((5...8).contains(asked), "\(asked)")
    }

    @Test func `Delays are no step`() {
        // A machine under load, and a recording that is played ten times as fast.
        let busy = Self.changes(
            Self.fixes(Self.sailing), late: { 0.2 + ($0.truncatingRemainder(dividingBy: 100) < 6 ? 2.5 : 0) })
        #expect(busy.isEmpty)
        #expect(Self.changes(Self.fixes(Self.sailing), late: { -0.9 * $0 }).isEmpty)
    }

    @Test(arguments: [nil, 200.0], [2.0, 5]) func `A receiver that starts may learn the leap seconds`(
        restart: Double?, ahead: Double
    ) {
        let fixes = Self.fixes(TruthPath().standing(900))
        let changes = Self.changes(fixes, restartingAt: restart, hasNetworkTime: true) { second, fix in
            if second < 30 { fix.mode = .none }
            if second < 400 { fix.timestamp = fix.timestamp?.advanced(bySeconds: ahead) }
        }
        #expect(changes.isEmpty, "\(changes)")
    }

    @Test func `A frozen position is doubtful`() throws {
        let fixes = Self.fixes(Self.sailing)
        let changes = Self.changes(fixes) { second, fix in
            fix.hdop = 0.9
            if second >= 600 { fix.coordinate = fixes[600].coordinate }
        }
        #expect(try #require(Self.named(.frozenPosition, changes)) - 600 <= 30)
    }

    // MARK: - Signals

    private static func sky(_ second: Double, _ change: (Int, Double) -> Double?) -> SkyView {
        var random = TruthRandom(seed: UInt64(Int(rounding: second)) + 1)
        return SkyView(
            satellites: (0..<12).map { number in
                var satellite = Satellite(constellation: number < 6 ? .gps : .glonass, identifier: number + 1)
                (satellite.elevation, satellite.azimuth) = (Double(10 + number * 6), Double(number * 30))
                satellite.signalStrength = change(number, (Double(30 + number * 2) + random.normal()).rounded())
                satellite.isUsed = satellite.signalStrength != nil
                return satellite
            })
    }

    private static func signals(
        of fixes: [Fix] = fixes(TruthPath().standing(600)), every interval: Int = 1,
        _ change: (Double, Int, Double) -> Double?
    ) -> [IntegrityChange] {
        var (gate, integrity) = (FixGate(), Integrity())
        var changes: [IntegrityChange?] = []
        for (index, fix) in fixes.enumerated() {
            let second = Double(index)
            changes.append(integrity.receive(fix, gate.judge(fix), at: .seconds(second)))
            guard index.isMultiple(of: interval) else { continue }
            changes.append(integrity.receive(sky(second) { change(second, $0, $1) }, at: .seconds(second)))
        }
        return changes.compactMap(\.self)
    }

    @Test func `Signals that weaken together are jamming`() {
        for rate in [0.5, 1, 2] {
            let changes = Self.signals { second, _, strength in
                let left = strength - min(max(second - 300, 0) * rate, 15)
                return left >= 10 ? left : nil
            }
            #expect(changes.first?.reasons == [.jamming] && changes.first?.state == .doubtful)
            #expect(!changes.contains { $0.state == .notTrusted }, "signals alone decide nothing")
        }
    }

    @Test func `A view of every other second is judged`() {
        var integrity = Integrity()
        let judged = (0..<6).map { second in
            var sky = Self.sky(Double(second)) { $1 }
            sky.timestamp = .sample(Double(second))
            _ = integrity.receive(sky, at: .seconds(second))
            return integrity.viewed
        }
        #expect(judged == [0, 0, 2, 2, 4, 4])
    }

    @Test func `A short jammer is seen in two views`() {
        let changes = Self.signals(every: 5) { (300..<310).contains($0) ? $2 - 12 : $2 }
        #expect(changes.first?.reasons == [.jamming])
        let deep = Self.signals(every: 5) { (300..<310).contains($0) ? $2 - 15 - 0.7 * Double($1 * 7 % 9) : $2 }
        #expect(deep.first?.reasons == [.jamming])
    }

    @Test func `A long jammer is named once`() {
        let changes = Self.signals { (300..<470).contains($0) ? $2 - 12 : $2 }
        #expect(changes.map(\.state) == [.doubtful, .trusted], "\(changes)")
    }

    @Test func `A system that vanishes is doubtful`() {
        let changes = Self.signals { $0 >= 300 && $1 >= 6 ? nil : $2 }
        #expect(changes.first?.reasons == [.constellationLost] && changes.last?.state == .trusted, "\(changes)")
    }

    /// Four at one place; and each as often as it has signals.
    @Test(arguments: [true, false]) func `Satellites at one place are doubtful`(isOnePlace: Bool) {
        var (integrity, reasons) = (Integrity(), [IntegrityReason]())
        for second in stride(from: 0, to: 60, by: 2) {
            var sky = Self.sky(Double(second)) { $1 }
            sky.timestamp = .sample(Double(second))
            if isOnePlace {
                for index in 0..<4 {
                    sky.satellites[index].elevation = 40
                    sky.satellites[index].azimuth = 90
                }
            } else {
                sky.satellites = sky.satellites.flatMap { [$0, $0] }
            }
            reasons += integrity.receive(sky, at: .seconds(second))?.reasons ?? []
        }
        #expect(reasons == (isOnePlace ? [.satelliteGeometry] : []))
    }

    /// The one above the sea, above the ellipsoid, and both.
    @Test(arguments: [(2000.0, 0.0), (0, 2000), (2000, 2000)])
    func `An altitude that leaps is doubtful`(leap: (mean: Double, ellipsoidal: Double)) throws {
        let changes = Self.changes(Self.fixes(TruthPath().standing(600))) { second, fix in
            (fix.altitude, fix.ellipsoidalAltitude) = (400, 448)
            if second >= 300 {
                (fix.altitude, fix.ellipsoidalAltitude) = (400 + leap.mean, 448 + leap.ellipsoidal)
            }
        }
        #expect(try #require(Self.named(.altitude, changes)) - 300 <= 15)
        #expect(changes.last?.change.state == .trusted)
    }

    /// The receiver was not sure of the one before, or its time went back to another journey.
    @Test(arguments: [true, false]) func `An altitude of another time or in 2D is no leap`(isReset: Bool) {
        let changes = Self.changes(Self.fixes(TruthPath().standing(600))) { second, fix in
            (fix.altitude, fix.ellipsoidalAltitude) = (400, 448)
            if isReset ? second >= 300 : (200..<300).contains(second) {
                (fix.altitude, fix.ellipsoidalAltitude) = (2400, 2448)
                if isReset { fix.timestamp = fix.timestamp?.advanced(bySeconds: -1000) } else { fix.mode = .fix2D }
            }
        }
        #expect(Self.named(.altitude, changes) == nil, "\(changes)")
    }

    @Test func `A tunnel and a tree are no jamming`() {
        // All fall to the floor within seconds; and each loses another amount.
        let tunnel = Self.signals { second, _, strength in
            (300..<360).contains(second) ? max(strength - (second - 299) * 6, 16) : strength
        }
        #expect(tunnel.isEmpty)
        let tree = Self.signals { second, number, strength in
            (300..<360).contains(second) ? strength - Double(number * 7 % 20) : strength
        }
        #expect(tree.isEmpty)
    }

    /// A hand, a bonnet or the roof of a car wash: each satellite loses 9 to 17 dB. If that lasts it is usual, and
    /// where it ends signals are only as strong as before.
    @Test(arguments: [310.0, 500]) func `A roof is no jamming and its end no stronger transmitter`(end: Double) {
        let changes = Self.signals { (300..<end).contains($0) ? $2 - 9 - Double($1 * 7 % 9) : $2 }
        #expect(changes.isEmpty, "\(changes)")
    }

    /// In a car park the position follows reflections, and the speed what is left of the satellites.
    @Test(arguments: [true, false]) func `A position that is carried away under a roof is no drag`(isCovered: Bool) {
        var fixes = Self.fixes(Self.sailing)
        for second in 600..<700 {
            let metres = 0.8 * Double(second < 660 ? second - 600 : max(0, 48 - 8 * (second - 660)))
            fixes[second].coordinate = fixes[second].coordinate?.moved(by: metres, bearing: 100)
        }
        let changes = Self.signals(of: fixes) {
            isCovered && (590..<700).contains($0) ? $2 - 6 - Double($1 * 7 % 13) : $2
        }
        #expect(changes.isEmpty == isCovered, "\(changes)")
    }

    @Test func `Equal and stepped signals are doubtful`() {
        #expect(Self.signals { $0 >= 300 ? 43 : $2 }.first?.reasons == [.signalStrength])
        #expect(Self.signals { $0 >= 300 ? $2 + 6 : $2 }.first?.reasons == [.signalStrength])
    }

    @Test func `Weak signs of several kinds count together`() {
        var (gate, integrity) = (FixGate(), Integrity())
        var states: [IntegrityState] = []
        for (index, fix) in Self.fixes(TruthPath().standing(400)).enumerated() {
            var fix = fix
            if index < 100 { fix.hasGoodAntenna = true }
            if index >= 200 { fix.errors.solution = .estimated }
            if index >= 300 { fix.hasGoodAntenna = false }
            _ = integrity.receive(fix, gate.judge(fix), at: .seconds(index))
            states.append(integrity.state)
        }
        #expect(states[250] == .trusted && states[350] == .doubtful)
    }

    // MARK: - What follows

    /// Sailing for half an hour, spoofed for five minutes of it.
    private static func spoofed() -> [Fix] {
        fixes(TruthPath().moving(.straight(), at: 5, for: 1800)).enumerated().map { index, fix in
            var fix = fix
            if (600..<900).contains(index) { fix.coordinate = fix.coordinate?.moved(by: 200_000, bearing: 80) }
            return fix
        }
    }

    private static func replay(
        _ fixes: [Fix], recordsUntrusted: Bool = true, restartingAt restart: Int? = nil, with receiver: String? = nil
    ) throws -> [LocationEvent] {
        var settings = TruthScore.recorder
        settings.deliversUntrusted = recordsUntrusted
        let home = Region(
            identifier: "home", shape: .circle(center: fixes[0].coordinate ?? .sample, radius: 20_000))
        let services = MonitoredServices(visits: true, regions: [home])
        var replay = Replay(settings: settings, monitoring: services, recognizesActivity: true)
        var events: [LocationEvent] = []
        for (index, fix) in fixes.enumerated() {
            if index == restart {
                var state = try JSONDecoder().decode(PipelineState.self, from: JSONEncoder().encode(replay.state))
                if let receiver { state.forgetReceivers(but: receiver) }
                replay = Replay(settings: settings, monitoring: services, resuming: state)
            }
            replay.receive(.fix(fix), into: &events)
        }
        return events
    }

    @Test(arguments: [602, 750, 902]) func `A restart keeps the verdict`(index: Int) throws {
        let changes = try Self.replay(Self.spoofed(), restartingAt: index).compactMap { event in
            if case .integrity(let change) = event { change } else { nil }
        }
        #expect(changes.map(\.state) == [.notTrusted, .trusted], "\(changes)")
    }

    /// Each figure of a state is another one: it is refused, or neither hides an attack nor lasts.
    @Test(arguments: [1e300, -1e300, 4e18, -1], [false, true])
    func `Absurd figures of a state are refused`(figure: Double, isSpoofed: Bool) throws {
        let fixes = Self.fixes(Self.sailing)
        var (gate, integrity) = (FixGate(), Integrity())
        func receive(_ second: Int, _ isSpoofed: Bool, _ integrity: inout Integrity, _ gate: inout FixGate) {
            var fix = fixes[second]
            if isSpoofed { fix.coordinate = fix.coordinate?.moved(by: 50_000, bearing: 20) }
            _ = integrity.receive(fix, gate.judge(fix), at: .seconds(second))
        }
        for second in 0..<400 { receive(second, isSpoofed && second >= 380, &integrity, &gate) }
        let text = String(decoding: try JSONEncoder().encode(integrity.kept), as: UTF8.self)
        var refused = 0
        for match in text.matches(of: /":(-?[0-9][0-9.e+\-]*)/) {
            let number = match.output.1
            let key = text[..<number.startIndex]
            // Another place on Earth is as likely.
            guard !key.hasSuffix("latitude\":"), !key.hasSuffix("longitude\":") else { continue }
            let new = text.replacingCharacters(in: number.startIndex..<number.endIndex, with: "\(figure)")
            guard let state = try? JSONDecoder().decode(Integrity.State.self, from: Data(new.utf8)), state.isValid
            else {
                refused += 1
                continue
            }
            var (resumed, gate) = (Integrity(resuming: state), gate)
            for second in 400..<410 { receive(second, isSpoofed, &resumed, &gate) }
            for second in 410..<450 { receive(second, !isSpoofed, &resumed, &gate) }
            let isNamed = resumed.state == .notTrusted
            #expect(isNamed != isSpoofed, "\(key.suffix(30))")
        }
        #expect(refused > 20, "\(refused)")
    }

    @Test func `Another receiver after a restart is judged anew`() throws {
        let fixes = Array(Self.spoofed()[..<900])
        for receiver in [nil, "serial:/dev/ttyUSB1"] {
            let isJudged = try Self.replay(fixes, restartingAt: 600, with: receiver).contains { event in
                if case .integrity(let change) = event { change.state == .notTrusted } else { false }
            }
            #expect(isJudged == (receiver == nil))
        }
    }

    @Test func `Who may not have it gets none on request`() {
        for mayHave in [true, false] {
            var settings = ManagerSettings()
            (settings.deliversUntrusted, settings.desiredAccuracy) = (mayHave, .kilometer)
            var manager = ManagerCore(settings: settings, resuming: nil, at: .replay)
            _ = manager.handle(.service(.requestLocation(timeout: .seconds(30))), at: .live(.zero))
            var location = Location.sample(0)
            location.integrity = .notTrusted
            var events: [LocationEvent] = []
            manager.replay(.location(location, timeReset: nil, arrival: nil), into: &events)
            #expect(events.isEmpty == !mayHave)
        }
    }

    @Test(arguments: [true, false]) func `What is not trusted makes no way and no events`(recordsUntrusted: Bool) throws
    {
        let events = try Self.replay(Self.spoofed(), recordsUntrusted: recordsUntrusted)
        var way = 0.0
        var last: Location?
        for event in events {
            switch event {
            case .gap: last = nil
            case .location(let location) where location.integrity != .notTrusted:
                if let last { way += location.distance(to: last) }
                last = location
            default: break
            }
        }
        #expect(abs(way - 7500) < 100, "\(way)")
        let changes = events.compactMap { if case .integrity(let change) = $0 { change } else { nil } }
        #expect(changes.map(\.state) == [.notTrusted, .trusted])
        #expect(events.gaps.map(\.cause) == [.notTrusted])
        #expect(events.locations.contains { $0.integrity == .notTrusted } == recordsUntrusted)
        let crossings = events.compactMap { if case .region(let event) = $0 { event } else { nil } }
        #expect(!crossings.contains { $0.cause == .crossed }, "\(crossings)")
        let drives = events.filter {
            if case .activity(let activity) = $0 { activity.kind == .automotive } else { false }
        }
        #expect(drives.isEmpty, "\(drives)")
        let times = events.filter(\.isRecorded).compactMap(\.timestamp)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func `A time that goes back meanwhile is recorded`() {
        var manager = ManagerCore(settings: TruthScore.recorder, resuming: nil, at: .replay)
        manager.start(resumingAfter: nil, at: .replay)
        let reset = TimeReset(timestamp: .sample(40), previous: .sample(100))
        var events: [LocationEvent] = []
        for (second, reset) in [(100.0, nil), (40, reset)] as [(Double, TimeReset?)] {
            var location = Location.sample(second)
            location.integrity = .notTrusted
            manager.replay(.location(location, timeReset: reset, arrival: nil), into: &events)
        }
        #expect(events.count == 3 && events[1] == .timeReset(reset), "\(events)")
    }
}
