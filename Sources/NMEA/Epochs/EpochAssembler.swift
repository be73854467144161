/// Puts sentences together into epochs: sentences of one time are one fix.
///
/// A fix goes out with the last sentence that its receiver regularly sends (``Cycle``), at the latest when the next
/// time begins. No timer and no clock is involved: a recording gives the same epochs at any speed.
///
/// Of several positions of one time the last wins. Sentences without a time (VTG, GSA, PGRME) belong to the epoch in
/// which they stand. An epoch is a fix where a sentence claims one and none denies it; where sentences of one kind do both,
/// two receivers share the line, and the one that has a position counts.
public struct EpochAssembler: Sendable {
    /// What cannot be known from the sentences. A change holds from the next epoch on.
    public var policy: EpochPolicy
    /// Whether sky views are put together. What GSA says of the fix is read anyway.
    public var assemblesSkyViews = true

    var draft = Draft()
    private var cycle = Cycle()
    private var dates = DateKeeper()
    private var sky = SkyAssembler()
    /// A date of ZDA, which counts once a fix stands beside it: before, receivers send what their clock battery left.
    private var zda: (date: CalendarDate, time: TimeOfDay)?
    /// Error statistics that came ahead of their epoch.
    var earlyGST: GST?
    /// The latest error that SiRF's receivers estimate: it comes ahead of its epoch.
    var psrfepe: PSRFEPE?
    private var latestGeometry: (geometry: SolutionGeometry, time: TimeOfDay?)?
    private var latestTime: Int64?
    private var hasNewPositionsInGLL = false

    /// An assembler that has seen nothing.
    public init(policy: EpochPolicy = EpochPolicy()) {
        self.policy = policy
    }

    /// Takes the next sentence and reports what it completes.
    public mutating func add(_ sentence: Sentence, _ report: (Report) -> Void) {
        switch sentence {
        case .rmc(let rmc): add(rmc, report)
        case .gga(let gga): add(gga, report)
        case .gns(let gns): add(gns, report)
        case .gll(let gll): add(gll, report)
        case .pubx00(let pubx): add(pubx, report)
        case .vtg(let vtg): add(vtg, report)
        case .gsa(let gsa): add(gsa, report)
        case .gst(let gst): add(gst, report)
        case .pgrme(let pgrme): add(pgrme, report)
        case .psrfepe(let psrfepe): self.psrfepe = psrfepe
        case .zda(let zda): add(zda)
        case .gsv(let gsv): add(gsv, report)
        case .heading(let heading): add(heading, report)
        case .gbs: break
        }
    }

    /// Reads the next sentence and reports what it completes. The same as reading it as a ``Sentence`` first, without the copies
    /// of that, and without reading what nobody asks for.
    mutating func add(_ raw: RawSentence, _ report: (Report) -> Void) {
        switch raw.kind {
        case .rmc: add(RMC(raw.fieldsOfStandardAddress), report)
        case .gga: add(GGA(raw.fieldsOfStandardAddress), report)
        case .gns: add(GNS(raw.fieldsOfStandardAddress), report)
        case .gll: add(GLL(raw.fieldsOfStandardAddress), report)
        case .pubx00: add(PUBX00(raw.fields), report)
        case .psrfepe: psrfepe = PSRFEPE(raw.fields)
        case .vtg: if needsVTG { add(VTG(raw.fieldsOfStandardAddress), report) }
        case .gsa(let talker): add(GSA(raw.fieldsOfStandardAddress, talker: talker), report)
        case .gst: add(GST(raw.fieldsOfStandardAddress), report)
        case .pgrme: add(PGRME(raw.fieldsOfStandardAddress), report)
        case .zda: add(ZDA(raw.fieldsOfStandardAddress))
        case .gsv(let talker):
            guard assemblesSkyViews, let gsv = GSV(raw.fieldsOfStandardAddress, talker: talker) else { return }
            add(gsv, report)
        case .plainHeading: add(HeadingSentence(plain: raw.fieldsOfStandardAddress), report)
        case .hdg: add(HeadingSentence(sensor: raw.fieldsOfStandardAddress), report)
        case .ths: add(HeadingSentence(trueAndStatus: raw.fieldsOfStandardAddress), report)
        case .gbs, nil: break
        }
    }

    private mutating func add(_ rmc: RMC, _ report: (Report) -> Void) {
        begin(.rmc, at: rmc.time, report)
        take(rmc)
        // Where its receiver sends it now and then, it comes when the fix is out: its date is for those that follow.
        if draft.isReported, draft.hasFix, rmc.date != nil, let time = draft.time { takeDate(time) }
        end(.rmc, report)
    }

    private mutating func add(_ gga: GGA, _ report: (Report) -> Void) {
        begin(.gga, at: gga.time, report)
        take(gga)
        end(.gga, report)
    }

    private mutating func add(_ gns: GNS, _ report: (Report) -> Void) {
        begin(.gns, at: gns.time, report)
        take(gns)
        end(.gns, report)
    }

    private mutating func add(_ gll: GLL, _ report: (Report) -> Void) {
        begin(.gll, at: gll.time, report)
        // It mostly repeats what others of its time have said, after a long list of satellites. Who waits for it
        // waits for nothing, unless this receiver was seen to put a newer position into it.
        let isNewer = draft.position.map { differs($0, gll.position) } ?? true
        hasNewPositionsInGLL = hasNewPositionsInGLL || (isNewer && draft.position != nil && gll.isValid)
        guard isNewer || hasNewPositionsInGLL else { return }
        take(gll)
        end(.gll, report)
    }

    private mutating func add(_ pubx: PUBX00, _ report: (Report) -> Void) {
        begin(.pubx00, at: pubx.time, report)
        take(pubx)
        end(.pubx00, report)
    }

    /// RMC's figures are the same, and whether VTG leads or trails its epoch is unknown.
    private var needsVTG: Bool { !cycle.contains(.rmc) }

    private mutating func add(_ vtg: VTG, _ report: (Report) -> Void) {
        guard needsVTG else { return }
        draft.speed = vtg.speed ?? draft.speed
        draft.course = vtg.course ?? draft.course
        end(.vtg, report)
    }

    private mutating func add(_ gsa: GSA, _ report: (Report) -> Void) {
        if assemblesSkyViews { sky.add(gsa) }
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

    private mutating func add(_ zda: ZDA) {
        if let date = zda.date, let time = zda.time { self.zda = (date, time) }
    }

    private mutating func add(_ gsv: GSV, _ report: (Report) -> Void) {
        guard assemblesSkyViews else { return }
        if sky.isNext(gsv) { reportSky(report) }
        sky.add(gsv)
    }

    private func add(_ heading: HeadingSentence, _ report: (Report) -> Void) {
        if heading.trueHeading != nil || heading.magneticHeading != nil { report(.heading(heading)) }
    }

    /// Ends the stream: what has come of the last epoch is reported.
    public mutating func finish(_ report: (Report) -> Void) {
        close(report)
    }

    /// Forgets the epoch in which the stream was interrupted; dates and the order of sentences stay known.
    public mutating func interrupt() {
        draft = Draft()
        cycle.forget()
        _ = sky.take(time: nil)
        earlyGST = nil
        psrfepe = nil
        latestGeometry = nil
    }

    // MARK: - Epochs

    /// Times that a receiver rounds differently in its sentences are one (`20:06:19.295` in GLL, `19.30` in GGA).
    func isSame(_ left: TimeOfDay, _ right: TimeOfDay?) -> Bool {
        guard let right else { return false }
        return abs(left.milliseconds - right.milliseconds) < 10
    }

    /// Whether two positions are further apart than sentences round: 1e-6 degrees, 11 cm, where four decimals of a
    /// minute leave 0.83e-6.
    private func differs(_ left: Position, _ right: Position?) -> Bool {
        guard let right else { return false }
        return abs(left.latitude - right.latitude) > 1e-6 || abs(left.longitude - right.longitude) > 1e-6
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
        if let time, !draft.isReported { draft.time = time }
    }

    /// Notes the sentence just taken, which after the report only teaches where the end is, and reports the epoch where it completes it.
    private mutating func end(_ kind: Cycle.Kind, _ report: (Report) -> Void) {
        let isEnd = cycle.note(kind)
        if isEnd, !draft.isReported, draft.hasVerdict { reportEpoch(report) }
    }

    /// Ends the epoch, whatever came of it.
    private mutating func close(_ report: (Report) -> Void) {
        if !draft.isReported, draft.hasVerdict { reportEpoch(report) }
        reportSky(report)
        sky.beginEpoch()
        cycle.close()
        draft = Draft()
    }

    private mutating func reportSky(_ report: (Report) -> Void) {
        if let view = sky.take(time: latestTime) { report(.sky(view)) }
    }

    private mutating func reportEpoch(_ report: (Report) -> Void) {
        draft.isReported = true
        let hasFix = draft.hasFix
        var epoch = Epoch()
        epoch.timeOfDay = draft.time
        if let time = draft.time {
            if hasFix { takeDate(time) }
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
    private mutating func takeDate(_ time: TimeOfDay) {
        if let date = draft.date, dates.take(date, at: time, policy) {
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
            (0...10_000).contains(time.milliseconds - past.milliseconds)
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
