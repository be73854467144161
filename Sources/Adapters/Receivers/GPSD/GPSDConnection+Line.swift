import CGPS
import LocationModel
import NMEA

extension GPSDConnection {
    enum Line {
        case report(GPSDReport)
        /// gpsd 3.25 says dilutions without the satellites, and these without dilutions. Of a receiver that lists none
        /// it says how many are used.
        case sky(SkyView, device: String?, vdop: Double? = nil, hasSatellites: Bool = true, used: Int? = nil)
        case gst(GPSDStatistics, device: String?)
        /// What a sentence, as the receiver sent it, says of the heading. gpsd does not say which receiver that was.
        case sentence(HeadingSentence?)
        case version(String)
        case devices([Device], isList: Bool)
        case refusal(String)
        /// An object of another class, in quotes; of none, an empty line.
        case other(String = "")
        /// What was cut off, or is no JSON of gpsd. A report, where that much is known.
        case damaged(isReport: Bool)

        /// The line of this kind that `handle` has unpacked last.
        init(_ kind: cgps_line_kind, of handle: OpaquePointer) {
            let path = String(cString: cgps_device_path(handle))
            let device = path.isEmpty ? nil : path
            switch kind {
            case CGPS_LINE_TPV:
                var report = GPSDReport(cgps_get_tpv(handle), device: device)
                report.datum = Self.text("datum", of: handle)
                self = .report(report)
            case CGPS_LINE_SKY:
                let sky = cgps_get_sky(handle)
                self = .sky(
                    SkyView(of: handle), device: device, vdop: finite(sky.vdop), hasSatellites: sky.has_satellites,
                    used: sky.satellites_used < 0 ? nil : Int(sky.satellites_used))
            case CGPS_LINE_GST: self = .gst(GPSDStatistics(cgps_get_gst(handle)), device: device)
            case CGPS_LINE_DEVICES:
                let devices = (0..<cgps_device_count(handle)).map { Device(cgps_device_at(handle, $0)) }
                self = .devices(devices, isList: cgps_is_device_list(handle))
            case CGPS_LINE_VERSION: self = .version(String(cString: cgps_release(handle)))
            case CGPS_LINE_ERROR:
                self = .refusal(Self.text("message", of: handle) ?? String(cString: cgps_line(handle)))
            case CGPS_LINE_DAMAGED: self = .damaged(isReport: String(cString: cgps_class(handle)) == #""TPV""#)
            default: self = .other(String(cString: cgps_class(handle)))
            }
        }

        /// What a member of the line says; `nil` where it says nothing.
        private static func text(_ name: String, of handle: OpaquePointer) -> String? {
            let text = String(cString: cgps_text(handle, name))
            return text.isEmpty ? nil : text
        }
    }

    struct Device: Hashable {
        let path: String
        let driver: String?
        let isActivated: Bool
    }
}

extension GPSDConnection.Device {
    fileprivate init(_ device: cgps_device) {
        let driver = String(cString: device.driver)
        self.init(
            path: String(cString: device.path), driver: driver.isEmpty ? nil : driver, isActivated: device.activated)
    }
}

extension SkyView {
    fileprivate init(of handle: OpaquePointer) {
        let sky = cgps_get_sky(handle)
        let satellites = (0..<sky.satellites_visible).map { Satellite(cgps_satellite_at(handle, $0)) }
        self.init(
            timestamp: Receivers.timestamp(sky.seconds, sky.nanoseconds), satellites: satellites,
            hdop: sky.hdop.within(.dilution))
    }
}

extension Satellite {
    /// u-blox numbers the systems, and gpsd follows it.
    private static let constellations: [Constellation] = [
        .gps, .sbas, .galileo, .beidou, .imes, .qzss, .glonass, .navic,
    ]

    fileprivate init(_ satellite: cgps_satellite) {
        let gnss = Int(satellite.gnss)
        var constellation = Self.constellations.indices.contains(gnss) ? Self.constellations[gnss] : nil
        if satellite.svid == 0, gnss == 0 {
            // Before 3.18, and where it does not know, gpsd names no system: 0 would be GPS.
            constellation = UInt16(exactly: satellite.prn).flatMap(SatelliteSystem.init(satellite:)).map(
                Constellation.init)
        }
        self.init(constellation: constellation, identifier: Int(satellite.prn), isUsed: satellite.used)
        elevation = satellite.elevation.within(.elevation)
        azimuth = satellite.azimuth.within(.course)
        // -1 stands for "not available".
        signalStrength = satellite.signal.within(.signalStrength)
    }
}

/// A time of gpsd; `nil` where it gave none.
func timestamp(_ seconds: Int64, _ nanoseconds: Int64) -> Timestamp? {
    seconds == 0 && nanoseconds == 0 ? nil : Timestamp(seconds: seconds, nanoseconds: nanoseconds)
}

/// libgps says NaN where it knows nothing.
func finite(_ value: Double) -> Double? {
    value.isFinite ? value : nil
}

/// The receiver's own statistics of error (GST): one sigma, in metres; `nil` where it gave none.
struct GPSDStatistics: Hashable {
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?
    var major: Double?
    var minor: Double?
}

extension GPSDStatistics {
    init(_ figures: cgps_gst) {
        self.init(
            latitude: finite(figures.deviation_latitude), longitude: finite(figures.deviation_longitude),
            altitude: finite(figures.deviation_altitude), major: finite(figures.deviation_major),
            minor: finite(figures.deviation_minor))
    }
}
