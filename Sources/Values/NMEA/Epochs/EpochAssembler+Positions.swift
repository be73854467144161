/// What each sentence with a position adds to the draft.
extension EpochAssembler {
    mutating func take(_ rmc: RMC, _ talker: Talker?) {
        draft.judge(rmc.isValid, rmc.status, by: .rmc, of: talker)
        guard rmc.isValid else { return }
        draft.position = rmc.position ?? draft.position
        draft.date = rmc.date.flatMap { date in rmc.time.map { (date, $0) } }
        draft.speed = rmc.speed ?? draft.speed
        draft.course = rmc.course ?? draft.course
        draft.lacksMotion = rmc.speed == nil || rmc.course == nil
    }

    mutating func take(_ gga: GGA, _ talker: Talker?) {
        // Without a quality nothing is claimed, and nothing denied.
        draft.hasVerdict = true
        let isClaim = gga.status.map { $0 != .invalid } ?? false
        draft.take(satellitesUsed: gga.satellitesUsed, hdop: gga.hdop, isClaim: isClaim)
        guard let status = gga.status else { return }
        // From no satellites it claims nothing, however good it calls itself; RMC and GLL may still claim.
        if status == .invalid || !status.needsSatellites || gga.satellitesUsed != 0 {
            draft.judge(status != .invalid, status, by: .gga, of: talker)
        }
        guard status != .invalid else { return }
        draft.position = gga.position ?? draft.position
        draft.altitude = gga.altitude ?? draft.altitude
        draft.geoidSeparation = gga.geoidSeparation ?? draft.geoidSeparation
    }

    mutating func take(_ gns: GNS, _ talker: Talker?) {
        if let status = gns.status { draft.judge(status != .invalid, status, by: .gns, of: talker) }
        draft.hasVerdict = true
        // Behind the one of all systems may come one of each, without mode and position, with its part of the
        // satellites.
        let isClaim = gns.status.map { $0 != .invalid } ?? false
        draft.take(satellitesUsed: gns.satellitesUsed, hdop: gns.hdop, isClaim: isClaim)
        guard isClaim else { return }
        draft.position = gns.position ?? draft.position
        draft.altitude = gns.altitude ?? draft.altitude
        draft.geoidSeparation = gns.geoidSeparation ?? draft.geoidSeparation
    }

    mutating func take(_ gll: GLL, _ talker: Talker?) {
        draft.judge(gll.isValid, gll.status, by: .gll, of: talker)
        if gll.isValid { draft.position = gll.position ?? draft.position }
    }

    mutating func take(_ pubx: PUBX00) {
        if let status = pubx.status { draft.judge(status != .invalid, status, by: .pubx00, of: nil) }
        draft.hasVerdict = true
        guard let status = pubx.status, status != .invalid else { return }
        draft.pubx = pubx
        draft.position = pubx.position ?? draft.position
        draft.dimensions = pubx.dimensions
        draft.ellipsoidalAltitude = pubx.ellipsoidalAltitude ?? draft.ellipsoidalAltitude
        draft.satellitesUsed = pubx.satellitesUsed ?? draft.satellitesUsed
        draft.hdop = pubx.hdop ?? draft.hdop
        draft.speed = pubx.speed ?? draft.speed
        draft.course = pubx.course ?? draft.course
    }
}

extension EpochAssembler {
    private mutating func gst() -> GST? {
        if let gst = draft.gst { return gst }
        guard let earlyGST, let time = draft.time, isSame(time, earlyGST.time) else { return nil }
        return earlyGST
    }

    /// The error that the receiver estimated for this epoch.
    private mutating func estimated() -> PSRFEPE? {
        guard let psrfepe, let time = draft.time, isSame(time, psrfepe.time) else { return nil }
        return psrfepe
    }

    /// What the receiver said of its errors. Nothing about the altitude where it is not solved for.
    // Mutating only to avoid a copy of the assembler.
    mutating func addErrors(to epoch: inout Epoch, isFlat: Bool, vdop: Double?) {
        let estimated = estimated()
        epoch.gst = gst()
        epoch.horizontalAccuracy = draft.pubx?.horizontalAccuracy ?? estimated?.horizontal
        epoch.pgrme = draft.pgrme
        guard !isFlat else {
            epoch.gst?.altitude = nil
            epoch.pgrme?.vertical = nil
            return
        }
        epoch.verticalAccuracy = draft.pubx?.verticalAccuracy ?? estimated?.vertical
        epoch.vdop = draft.pubx?.vdop ?? vdop
    }
}
