public import LocationModel
public import NMEA

extension Fix {
    /// The fix of one epoch of sentences. A position that its receiver marks as simulated is simulated.
    public init(_ epoch: Epoch, isSimulated: Bool = false) {
        let mode: Mode =
            switch epoch.mode {
            case .none: .none
            case .fix2D: .fix2D
            case .fix3D: .fix3D
            }
        self.init(
            mode: mode, timestamp: epoch.time.flatMap(Timestamp.init(milliseconds:)),
            coordinate: epoch.position.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) },
            isSimulated: isSimulated || epoch.status == .simulated)
        altitude = epoch.altitude
        ellipsoidalAltitude = epoch.ellipsoidalAltitude
        speed = epoch.speed
        course = epoch.course
        satellitesUsed = epoch.satellitesUsed
        hdop = epoch.hdop
        hasMovedDate = epoch.dateSource == .snapped
        (isJammed, hasGoodAntenna) = (epoch.warnings.isJammed, epoch.warnings.hasGoodAntenna)
        errors = ErrorEstimates(epoch)
    }
}

extension ErrorEstimates {
    fileprivate init(_ epoch: Epoch) {
        self.init()
        solution = epoch.status.flatMap(Solution.init)
        // Receivers that report something else in the ellipse (u-blox M9, SkyTraq) have correct values here.
        if let first = epoch.gst?.latitude, let second = epoch.gst?.longitude {
            (firstDeviation, secondDeviation) = (first, second)
        } else if let first = epoch.gst?.semiMajor, let second = epoch.gst?.semiMinor {
            (firstDeviation, secondDeviation) = (first, second)
        }
        horizontal = epoch.horizontalAccuracy
        probableHorizontal = epoch.pgrme?.horizontal
        altitudeDeviation = epoch.gst?.altitude
        vertical = epoch.verticalAccuracy
        probableVertical = epoch.pgrme?.vertical
        vdop = epoch.vdop
        resolution = epoch.position?.resolution
    }
}

extension ErrorEstimates.Solution {
    fileprivate init?(_ status: FixStatus) {
        switch status {
        case .invalid: return nil
        case .autonomous: self = .autonomous
        case .differential: self = .differential
        case .precise: self = .precise
        case .realTimeKinematic: self = .realTimeKinematic
        case .floatRealTimeKinematic: self = .floatRealTimeKinematic
        case .estimated: self = .estimated
        case .manual: self = .manual
        case .simulated: self = .simulated
        }
    }
}
