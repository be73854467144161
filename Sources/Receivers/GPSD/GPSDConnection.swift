import CGPS
import Glibc
import LocationModel
import NMEA

/// The one owner of a libgps connection: closes it when it goes. Used by one thread.
struct GPSDConnection: ~Copyable {
    /// Why there is no connection.
    struct Failure: Error, CustomStringConvertible {
        /// An errno value; 0 where libgps knows no host or no port of that name; negative where it is one of libgps' own.
        let code: Int32

        var description: String {
            switch code {
            // NL_NOHOST and NL_NOSERVICE of libgps.
            case 0, -1, -2: "no such host or port"
            // NL_NOCONNECT: it tried all addresses, and forgot why none would.
            case -6: "nobody listens there"
            case ..<0: "no connection"
            default: String(cString: strerror(code))
            }
        }
    }

    /// What one line of gpsd said.
    enum Line {
        case report(GPSDReport)
        case sky(SkyView, device: String?)
        case gst(GPSDStatistics, device: String?)
        /// What a sentence, as the receiver sent it, says of the heading. gpsd does not say which receiver that was.
        case sentence(HeadingSentence?)
        case version(String)
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
    private var scanner = SentenceScanner()

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

    /// Asks for reports, of one device or of all, and for the sentences beside them or no longer. gpsd opens its devices
    /// when asked, so asking again revives one that it gave up.
    func watch(device: String?, sentences: Bool) throws(Failure) {
        var code: Int32 = 0
        let asked =
            if let device {
                cgps_watch(handle, device, sentences, &code)
            } else {
                cgps_watch(handle, nil, sentences, &code)
            }
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
        case CGPS_LINE_SENTENCE: return .sentence(heading())
        case CGPS_LINE_VERSION: return .version(String(cString: cgps_release(handle)))
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

    private mutating func heading() -> HeadingSentence? {
        guard let text = cgps_line(handle) else { return nil }
        var found: HeadingSentence?
        func read(_ raw: RawSentence) {
            if case .heading(let heading)? = Sentence(raw) { found = heading }
        }
        scanner.scan(UnsafeRawBufferPointer(start: text, count: strlen(text)), read)
        // The line is whole, whether its end is there or not.
        scanner.finish(read)
        return found
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
