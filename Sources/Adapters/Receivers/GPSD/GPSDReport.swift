import CGPS
import LocationModel

/// One TPV, and the device that it is from.
struct GPSDReport {
    /// gpsd's figure of jamming, 0 to 255, from which a receiver is jammed: near its end, as it is no measure.
    private static let jamming: Int32 = 200

    var fix: Fix
    var device: String?
    /// gpsd's figures of error in metres, before it is known what they mean.
    var eph: Double?
    var epv: Double?
    var eps: Double?
    var epd: Double?
    /// The datum of the position, if gpsd names one.
    var datum: String?
}

extension GPSDReport {
    init(_ tpv: cgps_tpv, device: String?) {
        let mode: Fix.Mode =
            switch tpv.mode {
            case 3...: .fix3D
            case 2: .fix2D
            default: .none
            }
        var fix = Fix(mode: mode, timestamp: timestamp(tpv.seconds, tpv.nanoseconds), isSimulated: tpv.simulated)
        if let latitude = finite(tpv.latitude), let longitude = finite(tpv.longitude) {
            fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        // A 2D solution holds the altitude of an earlier one. The decoder of a port leaves it out, too.
        if mode == .fix3D {
            fix.altitude = finite(tpv.altitude_msl)
            fix.ellipsoidalAltitude = finite(tpv.altitude_hae)
        }
        fix.speed = finite(tpv.speed)
        fix.course = finite(tpv.track)
        fix.errors.solution = ErrorEstimates.Solution(gpsd: tpv.status)
        fix.isJammed = tpv.jam >= Self.jamming
        if (1...3).contains(tpv.antenna) { fix.hasGoodAntenna = tpv.antenna == 1 }
        // Before 3.19 only its two parts were said, and whose figures they were nobody can tell: no speed's is made of
        // them.
        let eph = finite(tpv.eph)
        let parts = finite((tpv.epx * tpv.epx + tpv.epy * tpv.epy).squareRoot())
        self.init(
            fix: fix, device: device, eph: eph ?? parts, epv: finite(tpv.epv), eps: eph == nil ? nil : finite(tpv.eps),
            epd: eph == nil ? nil : finite(tpv.epd))
    }
}

extension ErrorEstimates.Solution {
    /// gpsd's numbers for a fix's status; 0 stands for a plain fix too.
    fileprivate init?(gpsd status: Int32) {
        switch status {
        case 1: self = .autonomous
        case 2: self = .differential
        case 3: self = .realTimeKinematic
        case 4: self = .floatRealTimeKinematic
        case 5, 6: self = .estimated
        case 7: self = .manual
        case 8: self = .simulated
        case 9: self = .precise
        default: return nil
        }
    }
}
