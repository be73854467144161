import CGPS
import Glibc
import LocationModel

/// The one owner of a libgps connection: closes it when it goes. Used by one thread.
struct GPSDConnection: ~Copyable {
    /// Why there is no connection.
    struct Failure: Error, CustomStringConvertible {
        /// An errno value; 0 or negative, where libgps puts a number of its own into errno.
        let code: Int32

        var description: String {
            switch code {
            // Of libgps' numbers (gps.h, NL_…) these are what a person can do something about.
            case -1: "there is no port of that name"
            case -2: "there is no host of that name"
            case -6: "nobody answers there"
            case ...0: "cannot connect (libgps says \(code))"
            default: String(cString: strerror(code))
            }
        }
    }

    /// What one line of gpsd said.
    enum Line {
        case report(GPSDReport)
        case sky(SkyView, device: String?)
        case gst(GPSDStatistics, device: String?)
        case devices([Device], isList: Bool)
        case refusal(String)
        case other
    }

    /// A device of gpsd.
    struct Device: Hashable {
        let path: String
        let driver: String?
        let isActivated: Bool
    }

    private let handle: OpaquePointer

    /// Connects, and blocks while it does.
    init(host: String, port: UInt16) throws(Failure) {
        var code: Int32 = 0
        guard let handle = cgps_open(host, String(port), &code) else { throw Failure(code: code) }
        // Last, and nothing may throw after it: a throw would run deinit too.
        self.handle = handle
    }

    deinit {
        cgps_close(handle)
    }

    /// For `poll`.
    var descriptor: Int32 { cgps_descriptor(handle) }

    /// Whether libgps has another line, or a part of one, already.
    var hasMore: Bool { cgps_waiting(handle) }

    /// gpsd's release; `nil` before it said so.
    var release: String? {
        let release = String(cString: cgps_release(handle))
        return release.isEmpty ? nil : release
    }

    /// Asks for reports, of one device or of all. gpsd opens its devices when asked, so asking again revives one that
    /// it gave up.
    func watch(device: String?) throws(Failure) {
        var code: Int32 = 0
        let asked =
            if let device { cgps_watch(handle, device, &code) } else { cgps_watch(handle, nil, &code) }
        guard asked else { throw Failure(code: code) }
    }

    /// Reads one line without blocking; `nil` where there is no whole one yet. Throws where the connection ended.
    mutating func read() throws(Failure) -> Line? {
        var code: Int32 = 0
        switch cgps_read(handle, &code) {
        case CGPS_LINE_PARTIAL: return nil
        case CGPS_LINE_CLOSED: throw Failure(code: ECONNRESET)
        case CGPS_LINE_FAILED: throw Failure(code: code)
        case CGPS_LINE_TPV: return .report(GPSDReport(cgps_get_tpv(handle), device: device))
        case CGPS_LINE_SKY: return .sky(skyView(), device: device)
        case CGPS_LINE_GST: return .gst(GPSDStatistics(cgps_get_gst(handle)), device: device)
        case CGPS_LINE_DEVICES: return .devices(devices(), isList: cgps_is_device_list(handle))
        case CGPS_LINE_ERROR: return .refusal(String(cString: cgps_line(handle)))
        default: return .other
        }
    }

    private var device: String? {
        let path = String(cString: cgps_device_path(handle))
        return path.isEmpty ? nil : path
    }

    private func devices() -> [Device] {
        (0..<cgps_device_count(handle)).map { index in
            let device = cgps_device_at(handle, index)
            let driver = String(cString: device.driver)
            return Device(
                path: String(cString: device.path), driver: driver.isEmpty ? nil : driver,
                isActivated: device.activated)
        }
    }

    private func skyView() -> SkyView {
        let sky = cgps_get_sky(handle)
        let satellites = (0..<sky.satellites_visible).map { Satellite(cgps_satellite_at(handle, $0)) }
        return SkyView(
            timestamp: timestamp(sky.seconds, sky.nanoseconds), satellites: satellites, hdop: finite(sky.hdop))
    }
}

extension Satellite {
    /// u-blox numbers the systems, and gpsd follows it.
    private static let constellations: [Constellation] = [
        .gps, .sbas, .galileo, .beidou, .imes, .qzss, .glonass, .navic,
    ]

    fileprivate init(_ satellite: cgps_satellite) {
        let gnss = Int(satellite.gnss)
        self.init(
            constellation: Self.constellations.indices.contains(gnss) ? Self.constellations[gnss] : nil,
            identifier: Int(satellite.prn), isUsed: satellite.used)
        elevation = finite(satellite.elevation)
        azimuth = finite(satellite.azimuth)
        // -1 stands for "not available".
        signalStrength = finite(satellite.signal).flatMap { $0 >= 0 ? $0 : nil }
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
