/// What each sentence with a position adds to the draft.
extension EpochAssembler {
    mutating func take(_ rmc: RMC) {
        draft.judge(rmc.isValid, rmc.status)
        guard rmc.isValid else { return }
        draft.position = rmc.position ?? draft.position
        draft.date = rmc.date
        draft.speed = rmc.speed ?? draft.speed
        draft.course = rmc.course ?? draft.course
    }

    mutating func take(_ gga: GGA) {
        // Without a quality nothing is claimed, and nothing denied.
        draft.hasVerdict = true
        draft.satellitesUsed = gga.satellitesUsed ?? draft.satellitesUsed
        draft.hdop = gga.hdop ?? draft.hdop
        guard let status = gga.status else { return }
        // From no satellites it claims nothing, however good it calls itself; RMC and GLL may still claim.
        if status == .invalid || !status.needsSatellites || gga.satellitesUsed != 0 {
            draft.judge(status != .invalid, status)
        }
        guard status != .invalid else { return }
        draft.position = gga.position ?? draft.position
        draft.altitude = gga.altitude ?? draft.altitude
        draft.geoidSeparation = gga.geoidSeparation ?? draft.geoidSeparation
    }

    mutating func take(_ gns: GNS) {
        if let status = gns.status { draft.judge(status != .invalid, status) }
        draft.hasVerdict = true
        draft.satellitesUsed = gns.satellitesUsed ?? draft.satellitesUsed
        draft.hdop = gns.hdop ?? draft.hdop
        guard let status = gns.status, status != .invalid else { return }
        draft.position = gns.position ?? draft.position
        draft.altitude = gns.altitude ?? draft.altitude
        draft.geoidSeparation = gns.geoidSeparation ?? draft.geoidSeparation
    }

    mutating func take(_ gll: GLL) {
        draft.judge(gll.isValid, gll.status)
        if gll.isValid { draft.position = gll.position ?? draft.position }
    }

    mutating func take(_ pubx: PUBX00) {
        if let status = pubx.status { draft.judge(status != .invalid, status) }
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
