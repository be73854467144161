/// Puts sentences together into epochs: sentences of one time are one fix.
///
/// A fix goes out with the last sentence that its receiver regularly sends (``Cycle``), at the latest when the next
/// time begins. No timer and no clock is involved: a recording gives the same epochs at any speed.
///
/// While sentences with a date come (RMC, else ZDA), they decide the time: a sentence without one that has another time
/// adds nothing (``TimeAgreement``).
///
/// Of several positions of one time the last wins. Sentences without a time (VTG, GSA, PGRME) belong to the epoch in
/// which they stand. An epoch is a fix where a sentence claims one and none denies it; where sentences of one kind do
/// both, two receivers share the line, and the one that has a position counts.
public struct EpochAssembler: Sendable {
    /// What cannot be known from the sentences. A change holds from the next epoch on.
    public var policy: EpochPolicy

    var draft = Draft()
    private var cycle = Cycle()
    private var dates = DateKeeper()
    private var sky = SkyAssembler()
    /// A date of ZDA, which counts once a fix stands beside it: before, receivers send what their clock battery left.
    private var zda: (date: CalendarDate, time: TimeOfDay)?
    /// Error statistics that came ahead of their epoch.
    var earlyGST: GST?
    /// What the receiver said last of its reception.
    var warnings = ReceptionWarnings()
    /// The latest error that SiRF's receivers estimate: it comes ahead of its epoch.
    var psrfepe: PSRFEPE?
    private var latestGeometry: (geometry: SolutionGeometry, time: TimeOfDay?)?
    private var latestTime: Int64?
    private var hasNewPositionsInGLL = false
    private var agreement = TimeAgreement()
    /// Sentences that wait for a dated one of their time.
    private var waiting: [Waiting] = []
    /// Sentences that were left out because of their time.
    private(set) var asides: UInt64 = 0
    /// Second RMC of one time that are of another place.
    private(set) var otherPlaces: UInt64 = 0
    /// The datum that the receiver said last, if it is not WGS 84: its positions are some hundred metres off.
    private(set) var otherDatum: String?
    /// Who had a position in the latest dated one.
    private var datedBy: Talker?
    /// Epochs before the first dated sentence, while one may still come in the first cycle.
    private var earliest: [Draft] = []
    private var latestZDA: TimeOfDay?
    /// Speed and course that came behind those of the present epoch: they are the next one's.
    private var earlyVTG: VTG?

    /// As many as may come in front of a dated one.
    private static let mostWaiting = 8

    private struct Waiting: Sendable {
        let source: TimeAgreement.Source
        let time: TimeOfDay
        let sentence: Sentence
    }

    /// An assembler that has seen nothing.
    public init(policy: EpochPolicy = EpochPolicy()) {
        self.policy = policy
    }

    /// Reads the next sentence and reports what it completes.
    public mutating func add(_ raw: RawSentence, _ report: (Report) -> Void) {
        switch raw.kind {
        case .rmc: add(RMC(raw.fieldsOfStandardAddress), raw.talker, report)
        case .gga: add(GGA(raw.fieldsOfStandardAddress), raw.talker, report)
        case .gns: add(GNS(raw.fieldsOfStandardAddress), raw.talker, report)
        case .gll: add(GLL(raw.fieldsOfStandardAddress), raw.talker, report)
        case .pubx00: add(PUBX00(raw.fields), report)
        case .psrfepe: psrfepe = PSRFEPE(raw.fields)
        case .vtg: if needsVTG { add(VTG(raw.fieldsOfStandardAddress), report) }
        case .gsa(let talker): add(GSA(raw.fieldsOfStandardAddress, talker: talker), report)
        case .gst: add(GST(raw.fieldsOfStandardAddress), report)
        case .pgrme: add(PGRME(raw.fieldsOfStandardAddress), report)
        case .zda: add(ZDA(raw.fieldsOfStandardAddress), report)
        case .pubx04: add(ZDA(pubx04: raw.fields), report)
        case .gsv(let talker):
            guard let gsv = GSV(raw.fieldsOfStandardAddress, talker: talker) else { return }
            add(gsv, report)
        case .plainHeading: add(HeadingSentence(plain: raw.fieldsOfStandardAddress), report)
        case .hdg: add(HeadingSentence(sensor: raw.fieldsOfStandardAddress), report)
        case .ths: add(HeadingSentence(trueAndStatus: raw.fieldsOfStandardAddress), report)
        case .pashr: add(HeadingSentence(attitude: raw.fieldsOfStandardAddress), report)
        case .datum: otherDatum = raw.otherDatum
        case .txt: warnings.take(text: raw.text)
        case .pmtkspf:
            var fields = raw.fields
            // 1 healthy, 2 a warning, 3 critical.
            warnings.isJammed = fields.integer(in: 0...9) ?? 1 >= 2
        case .gbs, nil: break
        }
    }

    private mutating func add(_ rmc: RMC, _ talker: Talker?, _ report: (Report) -> Void) {
        // An instrument without a position has no satellites' time either, if it is not the receiver itself.
        if rmc.date != nil, let time = rmc.time, rmc.isValid || talker?.isInstrument != true || talker == datedBy {
            if rmc.isValid { datedBy = talker }
            takeDated(time, hasPosition: true, report)
            begin(.rmc, at: time, report)
            takeWaiting(of: time)
        } else {
            guard admits(.rmc, talker, rmc.time, .rmc(rmc), report) else { return }
            begin(.rmc, at: rmc.time, report)
        }
        if rmc.isValid, cycle.contains(.rmc), let position = draft.position, differs(position, rmc.position, by: 1e-4) {
            otherPlaces += 1
        }
        take(rmc, talker)
        // Where its receiver sends it now and then, it comes when the fix is out: its date is for those that follow.
        if draft.isReported, draft.hasFix, rmc.date != nil { takeDate() }
        end(.rmc, report)
    }

    private mutating func add(_ gga: GGA, _ talker: Talker?, _ report: (Report) -> Void) {
        guard admits(.gga, talker, gga.time, .gga(gga), report) else { return }
        begin(.gga, at: gga.time, report)
        take(gga, talker)
        end(.gga, report)
    }

    private mutating func add(_ gns: GNS, _ talker: Talker?, _ report: (Report) -> Void) {
        guard admits(.gns, talker, gns.time, .gns(gns), report) else { return }
        begin(.gns, at: gns.time, report)
        take(gns, talker)
        end(.gns, report)
    }

    private mutating func add(_ gll: GLL, _ talker: Talker?, _ report: (Report) -> Void) {
        guard admits(.gll, talker, gll.time, .gll(gll), report) else { return }
        begin(.gll, at: gll.time, report)
        // It mostly repeats what others of its time have said, after a long list of satellites. Who waits for it
        // waits for nothing, unless this receiver was seen to put a newer position into it.
        let isNewer = draft.position.map { differs($0, gll.position) } ?? true
        hasNewPositionsInGLL = hasNewPositionsInGLL || (isNewer && draft.position != nil && gll.isValid)
        guard isNewer || hasNewPositionsInGLL else { return }
        take(gll, talker)
        end(.gll, report)
    }

    private mutating func add(_ pubx: PUBX00, _ report: (Report) -> Void) {
        guard admits(.pubx00, nil, pubx.time, .pubx00(pubx), report) else { return }
        begin(.pubx00, at: pubx.time, report)
        take(pubx)
        end(.pubx00, report)
    }

    /// Where RMC has the same figures, VTG says nothing new.
    private var needsVTG: Bool { !cycle.contains(.rmc) || draft.lacksMotion }

    private mutating func add(_ vtg: VTG, _ report: (Report) -> Void) {
        // It has no time. The second of an epoch, or one behind its report, leads the next epoch.
        guard !draft.isReported, !cycle.contains(.vtg) else {
            earlyVTG = vtg
            return
        }
        if cycle.contains(.rmc) {
            draft.speed = draft.speed ?? vtg.speed
            draft.course = draft.course ?? vtg.course
        } else {
            draft.speed = vtg.speed ?? draft.speed
            draft.course = vtg.course ?? draft.course
        }
        end(.vtg, report)
    }

    private mutating func add(_ gsa: GSA, _ report: (Report) -> Void) {
        sky.add(gsa)
        if draft.isReported {
            var late = SolutionGeometry()
            late.add(gsa)
            latestGeometry = (late, draft.time)
        }
        draft.gsa = draft.gsa ?? SolutionGeometry()
        draft.gsa?.add(gsa)
        end(.gsa, report)
    }

    private mutating func add(_ gst: GST, _ report: (Report) -> Void) {
        guard gst.time == nil || draft.time.map({ isSame($0, gst.time) }) == true else {
            earlyGST = gst
            return
        }
        draft.gst = gst
        end(.gst, report)
    }

    private mutating func add(_ pgrme: PGRME, _ report: (Report) -> Void) {
        draft.pgrme = pgrme
        end(.pgrme, report)
    }

    private mutating func add(_ zda: ZDA, _ report: (Report) -> Void) {
        guard let date = zda.date, let time = zda.time else { return }
        self.zda = (date, time)
        latestZDA = time
        if let present = draft.time { noteDate(present, report) }
    }

    private mutating func add(_ gsv: GSV, _ report: (Report) -> Void) {
        if sky.isNext(gsv) { reportSky(report) }
        sky.add(gsv)
    }

    private func add(_ heading: HeadingSentence, _ report: (Report) -> Void) {
        if heading.trueHeading != nil || heading.magneticHeading != nil { report(.heading(heading)) }
    }

    /// Ends the stream: what has come of the last epoch is reported.
    public mutating func finish(_ report: (Report) -> Void) {
        reportEarliest(report)
        close(report)
        reportEarliest(report)
        // Behind the last dated sentence nothing has shown that they are wrong.
        if !agreement.hasAgreement { release(report) { agreement, kept in agreement.isBelieved(kept.source) } }
        asides += UInt64(waiting.count)
        waiting.removeAll()
        close(report)
    }

    /// Forgets the epoch in which the stream was interrupted; dates and the order of sentences stay known.
    public mutating func interrupt() {
        draft = Draft()
        waiting.removeAll()
        datedBy = nil
        earliest.removeAll()
        earlyVTG = nil
        latestZDA = nil
        agreement.forget()
        cycle.forget()
        _ = sky.take(time: nil)
        earlyGST = nil
        psrfepe = nil
        latestGeometry = nil
    }

    // MARK: - Epochs

    func isSame(_ left: TimeOfDay, _ right: TimeOfDay?) -> Bool { right.map { left.isSame($0) } ?? false }

    /// Whether a sentence without a date counts now; else it is kept until the next dated one.
    @inline(__always)
    private mutating func admits(
        _ kind: Cycle.Kind, _ talker: Talker?, _ time: TimeOfDay?, _ sentence: @autoclosure () -> Sentence,
        _ report: (Report) -> Void
    ) -> Bool {
        guard let time else { return true }
        let source = TimeAgreement.Source(kind: kind, talker: talker)
        switch agreement.judge(source, at: time, present: draft.time) {
        case .counts: return true
        case .countsWithThoseBefore:
            release(report) { _, kept in kept.source == source }
            return true
        case .waits:
            if waiting.count < Self.mostWaiting {
                waiting.append(Waiting(source: source, time: time, sentence: sentence()))
            } else {
                asides += 1
            }
            return false
        }
    }

    /// Makes epochs of what waited and counts after all.
    private mutating func release(
        _ report: (Report) -> Void, where counts: (TimeAgreement, Waiting) -> Bool
    ) {
        guard !waiting.isEmpty else { return }
        let kept = waiting
        waiting.removeAll(keepingCapacity: true)
        for one in kept {
            if counts(agreement, one) {
                begin(one.source.kind, at: one.time, report)
                take(one)
            } else {
                waiting.append(one)
            }
        }
    }

    private mutating func take(_ waiting: Waiting) {
        switch waiting.sentence {
        case .rmc(let rmc): take(rmc, waiting.source.talker)
        case .gga(let gga): take(gga, waiting.source.talker)
        case .gns(let gns): take(gns, waiting.source.talker)
        case .gll(let gll): take(gll, waiting.source.talker)
        case .pubx00(let pubx): take(pubx)
        default: break
        }
        _ = cycle.note(waiting.source.kind)
    }

    /// Takes into the present epoch what waited for a dated sentence of its time, and forgets the rest.
    private mutating func takeWaiting(of time: TimeOfDay) {
        guard !waiting.isEmpty else { return }
        for one in waiting {
            if one.time.isSame(time) { take(one) } else { asides += 1 }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Takes the time of a dated sentence. The present epoch may be of another.
    private mutating func takeDated(_ time: TimeOfDay, hasPosition: Bool, _ report: (Report) -> Void) {
        // It may turn out to have been wrong.
        if agreement.dated == nil, let present = draft.time, !present.isSame(time) { close(report) }
        // Sentences without a time that came behind one that waited are not of the present epoch: it teaches no order.
        let isMixed = waiting.contains { isSame(time, $0.time) && agreement.isBelieved($0.source) }
        release(report) { agreement, kept in
            agreement.isBelieved(kept.source) && agreement.isTurn(kept.time, before: time)
        }
        if isMixed { cycle.forget() }
        if agreement.date(time, hasPosition: hasPosition) { reportEarliest(before: time, report) }
    }

    /// Takes ZDA for a dated sentence where it has the time of the present epoch.
    private mutating func noteDate(_ present: TimeOfDay, _ report: (Report) -> Void) {
        guard isSame(present, latestZDA), !isSame(present, agreement.dated),
            agreement.date(present, hasPosition: false)
        else { return }
        reportEarliest(before: present, report)
        if !draft.isReported { takeWaiting(of: present) }
    }

    /// Whether two positions are further apart than sentences round: 1e-6 degrees, 11 cm, where four decimals of a
    /// minute leave 0.83e-6.
    private func differs(_ left: Position, _ right: Position?, by degrees: Double = 1e-6) -> Bool {
        guard let right else { return false }
        return abs(left.latitude - right.latitude) > degrees || abs(left.longitude - right.longitude) > degrees
    }

    /// Begins a new epoch where a sentence of this time cannot belong to the current one.
    private mutating func begin(_ kind: Cycle.Kind, at time: TimeOfDay?, _ report: (Report) -> Void) {
        let isNew =
            if let time {
                draft.time.map { !isSame($0, time) } ?? draft.hasVerdict
            } else {
                // Without a time, the second sentence of a kind tells.
                draft.hasVerdict && cycle.contains(kind)
            }
        if isNew { close(report) }
        guard let time, !draft.isReported else { return }
        draft.time = time
        if latestZDA != nil { noteDate(time, report) }
    }

    /// Notes the sentence just taken, which after the report only teaches where the end is, and reports the epoch where
    /// it completes it.
    private mutating func end(_ kind: Cycle.Kind, _ report: (Report) -> Void) {
        let isEnd = cycle.note(kind)
        if isEnd, !draft.isReported, draft.hasVerdict { reportEpoch(report) }
    }

    /// Ends the epoch, whatever came of it.
    private mutating func close(_ report: (Report) -> Void) {
        if agreement.hasCycled { reportEarliest(report) }
        if !draft.isReported, draft.hasVerdict {
            if agreement.dated == nil, !agreement.hasCycled, draft.time != nil, earliest.count < Self.mostWaiting {
                earliest.append(draft)
            } else {
                reportEpoch(report)
            }
        }
        reportSky(report)
        sky.beginEpoch()
        cycle.close(at: draft.time)
        draft = Draft()
        draft.speed = earlyVTG?.speed
        draft.course = earlyVTG?.course
        if earlyVTG != nil { _ = cycle.note(.vtg) }
        earlyVTG = nil
    }

    /// Reports the epochs of the first cycle, where a dated sentence came only those that may be of the seconds before
    /// it.
    private mutating func reportEarliest(before time: TimeOfDay? = nil, _ report: (Report) -> Void) {
        guard !earliest.isEmpty else { return }
        let early = earliest
        earliest.removeAll()
        var present = draft
        for one in early {
            if let time, let own = one.time {
                if own.isSame(time), !present.hasVerdict {
                    present = one
                    continue
                }
                guard (TimeAgreement.turn...TimeAgreement.farthest).contains(time.since(own)) else { continue }
            }
            draft = one
            reportEpoch(report)
        }
        draft = present
    }

    private mutating func reportSky(_ report: (Report) -> Void) {
        if let view = sky.take(time: latestTime) { report(.sky(view)) }
    }

    private mutating func reportEpoch(_ report: (Report) -> Void) {
        draft.isReported = true
        let hasFix = draft.hasFix
        var epoch = Epoch()
        epoch.warnings = warnings
        epoch.timeOfDay = draft.time
        if let time = draft.time {
            if hasFix { takeDate() }
            if let (milliseconds, source) = dates.resolve(time, hasFix: hasFix, policy) {
                epoch.time = milliseconds
                epoch.dateSource = source
            }
        }
        latestTime = epoch.time
        let geometry = geometry()
        epoch.hdop = draft.hdop ?? geometry?.hdop
        epoch.satellitesUsed = draft.satellitesUsed ?? draft.gsa?.satellites
        epoch.status = hasFix ? draft.status : .invalid
        if hasFix { solve(&epoch, geometry) }
        report(.epoch(epoch))
    }

    /// The date that stands beside this fix: RMC's own, else the latest of ZDA.
    private mutating func takeDate() {
        if let (date, time) = draft.date, dates.take(date, at: time, policy) {
            zda = nil
        } else if let zda {
            _ = dates.take(zda.date, at: zda.time, policy)
            self.zda = nil
        }
    }

    /// This epoch's GSA, else that of at most ten seconds ago: some receivers send it every fifth time.
    private mutating func geometry() -> SolutionGeometry? {
        if let gsa = draft.gsa {
            latestGeometry = (gsa, draft.time)
            return gsa
        }
        guard let (geometry, past) = latestGeometry, let past, let time = draft.time,
            (0...10_000).contains(time.since(past))
        else { return nil }
        return geometry
    }

    // Mutating only to avoid a copy of the assembler.
    private mutating func solve(_ epoch: inout Epoch, _ geometry: SolutionGeometry?) {
        let isFlat = (draft.dimensions ?? geometry?.dimensions) == 2
        if !isFlat {
            epoch.altitude = draft.altitude
            epoch.ellipsoidalAltitude =
                draft.ellipsoidalAltitude
                ?? draft.altitude.flatMap { altitude in draft.geoidSeparation.map { altitude + $0 } }
        }
        let hasAltitude = epoch.altitude != nil || epoch.ellipsoidalAltitude != nil
        epoch.mode = hasAltitude || (draft.dimensions ?? geometry?.dimensions) == 3 ? .fix3D : .fix2D
        epoch.position = draft.position
        epoch.speed = draft.speed
        epoch.course = draft.course
        addErrors(to: &epoch, isFlat: isFlat, vdop: geometry?.vdop)
    }
}

/// What comes out of a stream of sentences.
public enum Report: Sendable, Hashable {
    /// One epoch: the same time comes once, as long as the receiver does not go back.
    case epoch(Epoch)
    /// The satellites.
    case sky(SkyReport)
    /// Where the bow points.
    case heading(HeadingSentence)
}
