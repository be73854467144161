package import LocationModel
internal import Motion

/// Encodes epochs and replies in the JSON of gpsd 3.22 (protocol 3.14), each on a line that ends with CR LF.
///
/// gpsd's error estimates are for 95 %, ours for 68 %; they are converted as for a normal distribution.
package enum GPSDEncoder {
    /// The device that clients see; the receiver itself is not exposed.
    package static let device = "locd"
    /// The radius of 95 % in radii of 68 %: √(-2 ln 0.05) standard deviations of one axis.
    private static let radius = 2.4477 / AccuracyModel.radiusPerDeviation
    /// The interval of 95 % in intervals of 68 %.
    private static let interval = 1.96 / AccuracyModel.intervalPerDeviation

    // MARK: - Reports

    /// TPV: time, position, velocity. Mode 1 without a location.
    package static func tpv(_ location: Location?) -> [UInt8] {
        var line = JSONLine()
        line.begin()
        line.member("class", "TPV")
        line.member("device", "locd")
        guard let location else {
            line.member("mode", 1)
            return finish(&line)
        }
        // Simulated data is marked, as in gpsd.
        if location.isSimulated { line.member("status", 8) }
        line.member(
            "mode", location.fix == .fix2D || location.altitude == nil && location.ellipsoidalAltitude == nil ? 2 : 3)
        line.member("time", location.timestamp)
        line.member("lat", location.coordinate.latitude, decimals: 9)
        line.member("lon", location.coordinate.longitude, decimals: 9)
        line.member("altHAE", location.ellipsoidalAltitude, decimals: 4)
        line.member("altMSL", location.altitude, decimals: 4)
        line.member("alt", location.altitude ?? location.ellipsoidalAltitude, decimals: 4)
        let axis = location.horizontalAccuracy.map { $0 / AccuracyModel.radiusPerDeviation * 1.96 }
        line.member("epx", axis, decimals: 3)
        line.member("epy", axis, decimals: 3)
        line.member("epv", location.verticalAccuracy.map { $0 * interval }, decimals: 3)
        line.member("track", location.course, decimals: 4)
        line.member("speed", location.speed, decimals: 3)
        line.member("epd", location.courseAccuracy.map { $0 * interval }, decimals: 4)
        line.member("eps", location.speedAccuracy.map { $0 * interval }, decimals: 3)
        if let height = location.ellipsoidalAltitude, let altitude = location.altitude {
            line.member("geoidSep", height - altitude, decimals: 3)
        }
        line.member("eph", location.horizontalAccuracy.map { $0 * radius }, decimals: 3)
        return finish(&line)
    }

    /// SKY: the satellites; none of its figures if they are unknown.
    package static func sky(_ sky: SkyView?) -> [UInt8] {
        var line = JSONLine()
        line.begin()
        line.member("class", "SKY")
        line.member("device", "locd")
        guard let sky else { return finish(&line) }
        if let time = sky.timestamp { line.member("time", time) }
        line.member("hdop", sky.hdop, decimals: 2)
        line.member("nSat", sky.satellites.count)
        line.member("uSat", sky.used)
        return finish(&line, [("satellites", sky.satellites.map(satellite))])
    }

    private static func satellite(_ satellite: Satellite) -> [UInt8] {
        var line = JSONLine()
        line.begin()
        line.member("PRN", satellite.identifier)
        line.member("el", satellite.elevation, decimals: 1)
        line.member("az", satellite.azimuth, decimals: 1)
        line.member("ss", satellite.signalStrength, decimals: 1)
        line.member("used", satellite.isUsed)
        if let (system, number) = number(of: satellite) {
            line.member("gnssid", system)
            line.member("svid", number)
        }
        line.end()
        return Array(line.object)
    }

    /// The constellation in gpsd's numbering and the satellite within it; `nil` if the numbering is unknown.
    private static func number(of satellite: Satellite) -> (system: Int, number: Int)? {
        let number = satellite.identifier
        return switch (satellite.constellation, number) {
        case (.gps, 1...32): (0, number)
        case (.sbas, 120...158): (1, number)
        case (.sbas, 33...64): (1, number + 87)
        case (.galileo, 1...36): (2, number)
        case (.galileo, 301...336): (2, number - 300)
        case (.beidou, 1...63): (3, number)
        case (.beidou, 401...463): (3, number - 400)
        case (.qzss, 1...10): (5, number)
        case (.qzss, 193...202): (5, number - 192)
        case (.glonass, 1...32): (6, number)
        case (.glonass, 65...96): (6, number - 64)
        default: nil
        }
    }

    // MARK: - Replies

    /// VERSION, the greeting.
    package static func version(_ release: String) -> [UInt8] {
        var line = JSONLine()
        line.begin()
        line.member("class", "VERSION")
        line.member("release", "locd \(release)")
        line.member("rev", release)
        line.member("proto_major", 3)
        line.member("proto_minor", 14)
        return finish(&line)
    }

    /// DEVICES: the one device, with the time of its latest fix.
    package static func devices(activated: Timestamp?) -> [UInt8] {
        var line = JSONLine()
        line.begin()
        line.member("class", "DEVICES")
        return finish(&line, [("devices", [Array(device(activated: activated).dropLast(2))])])
    }

    package static func device(activated: Timestamp?) -> [UInt8] {
        var line = JSONLine()
        line.begin()
        line.member("class", "DEVICE")
        line.member("path", "locd")
        line.member("driver", "locd")
        if let activated { line.member("activated", activated) }
        // gpsd's clients read these of every device. locd is not a serial port: 0 bits a second, without a mode of its
        // own.
        line.member("flags", 1)
        line.member("native", 0)
        line.member("bps", 0)
        line.member("parity", "N")
        line.member("stopbits", 1)
        line.member("cycle", 1)
        return finish(&line)
    }

    package static func watch(_ policy: GPSDPolicy) -> [UInt8] {
        var line = JSONLine()
        line.begin()
        line.member("class", "WATCH")
        line.member("enable", policy.isEnabled)
        line.member("json", policy.wantsJSON)
        line.member("nmea", policy.wantsNMEA)
        line.member("raw", 0)
        line.member("scaled", false)
        line.member("timing", false)
        line.member("split24", false)
        line.member("pps", false)
        if let device = policy.device, !device.isEmpty { line.member("device", device) }
        return finish(&line)
    }

    /// POLL: the latest data, and the time of this machine at which it is sent. As from gpsd, there is a report of each
    /// kind even if nothing is known: programs read the last of each without looking whether there is one.
    package static func poll(_ epoch: SharedEpoch, isActive: Bool, at now: Timestamp) -> [UInt8] {
        var line = JSONLine()
        line.begin()
        line.member("class", "POLL")
        line.member("time", now)
        line.member("active", isActive ? 1 : 0)
        let reports = isActive ? [Array(tpv(epoch.location).dropLast(2))] : []
        let views = isActive ? [Array(sky(epoch.sky).dropLast(2))] : []
        var noise = JSONLine()
        noise.begin()
        noise.member("class", "GST")
        noise.member("device", "locd")
        noise.end()
        return finish(&line, [("tpv", reports), ("gst", isActive ? [Array(noise.object)] : []), ("sky", views)])
    }

    /// ERROR: a request for another device.
    static var noSuchDevice: [UInt8] { error("Do nothing, no such device: there is \(device)") }

    /// ERROR: what is wrong.
    package static func error(_ message: String) -> [UInt8] {
        var line = JSONLine()
        line.begin()
        line.member("class", "ERROR")
        line.member("message", message)
        return finish(&line)
    }

    /// Ends an object and its line, with lists of objects as its last members.
    private static func finish(_ line: inout JSONLine, _ lists: [(name: String, objects: [[UInt8]])] = []) -> [UInt8] {
        line.end()
        // Without the brace and the newline.
        var bytes = Array(line.object.dropLast())
        for (name, objects) in lists {
            bytes += ",\"\(name)\":[".utf8
            bytes += objects.joined(separator: [UInt8(ascii: ",")])
            bytes.append(UInt8(ascii: "]"))
        }
        return bytes + "}\r\n".utf8
    }
}

/// What a client watches, according to its WATCH.
package struct GPSDPolicy: Sendable, Hashable {
    package var isEnabled = false
    package var wantsJSON = false
    /// Sentences of NMEA 0183.
    package var wantsNMEA = false
    /// The requested device; `nil` for any.
    package var device: String?

    package init() {}

    /// Applies a WATCH. Absent members change nothing; an absent `enable` means true. A request for the receiver's raw
    /// data gets NMEA sentences: locd has nothing else.
    package mutating func apply(_ watch: GPSDRequest.Watch) {
        isEnabled = watch.enable ?? true
        wantsJSON = watch.json ?? wantsJSON
        wantsNMEA = watch.nmea ?? (watch.raw.map { $0 > 0 } ?? wantsNMEA)
        device = watch.device ?? device
        guard !isEnabled else { return }
        wantsJSON = false
        wantsNMEA = false
        device = nil
    }
}
