import Glibc
import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import Receivers

/// A file of a test, gone with it.
final class TemporaryFile: Sendable {
    let path: String

    init(_ bytes: some Sequence<UInt8>) throws {
        var name = Array("/tmp/locd-recording-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        try #require(descriptor >= 0)
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            try #require(count > 0)
            rest = rest.dropFirst(count)
        }
        close(descriptor)
    }

    deinit {
        unlink(path)
    }
}

/// Recordings of an hour or less, made here.
enum RecordingSamples {
    /// A sentence with its checksum and line end.
    static func sentence(_ body: String) -> String {
        let digits = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
        return "$\(body)*\(digits.count == 1 ? "0" : "")\(digits)\r\n"
    }

    /// One epoch of RMC and GGA at a second of the sample day; without a date, of GGA alone.
    static func epoch(_ second: Int, hasDate: Bool = true) -> String {
        let time = Timestamp.sample(Double(second)).description
        let clock = String(time[time.index(time.startIndex, offsetBy: 11)...].prefix(8).filter { $0 != ":" })
        let date = time.prefix(10).split(separator: "-")
        let place = "4730.0000,N,0083\(second / 1000 % 10).\(second % 1000 + 1000),E"
        let position = sentence("GPGGA,\(clock),\(place),1,09,0.9,450.0,M,47.0,M,,")
        guard hasDate else { return position }
        return sentence("GPRMC,\(clock),A,\(place),10.0,90.0,\(date[2])\(date[1])\(date[0].suffix(2)),,,A") + position
    }

    static func nmea(_ seconds: Range<Int>, hasDate: Bool = true) -> String {
        seconds.map { epoch($0, hasDate: hasDate) }.joined()
    }

    /// gpsd's report of a second of the sample day.
    static func tpv(_ second: Int, device: String = "/dev/ttyUSB0", longitude: Double = 8.5) -> String {
        #"{"class":"TPV","device":"\#(device)","mode":3,"time":"\#(Timestamp.sample(Double(second)))","#
            + #""lat":47.5,"lon":\#(longitude),"altMSL":450.0,"speed":5.0,"track":90.0}"# + "\n"
    }

    static let banner =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\n"
        + #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0","driver":"u-blox","activated":"2026-11-21T06:00:00.000Z"}]}"#
        + "\n" + #"{"class":"WATCH","enable":true,"json":true}"# + "\n"

    /// A track's line of a second of the sample day.
    static func line(_ second: Int) -> String {
        #"{"type":"location","timestamp":"\#(Timestamp.sample(Double(second)))","latitude":47.5,"longitude":8.5,"#
            + #""horizontalAccuracy":3.2,"altitude":450.1,"speed":13.02,"speedAccuracy":0.4,"course":12.3,"fix":"3d","#
            + #""satellitesUsed":9,"hdop":0.9}"# + "\n"
    }

    /// gzip without compression (RFC 1952 around stored blocks of RFC 1951).
    static func gzip(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var rest = Array(bytes)[...]
        repeat {
            let block = rest.prefix(60_000)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            for word in [length, ~length] { result += [UInt8(word & 0xFF), UInt8(word >> 8)] }
            result += block
        } while !rest.isEmpty
        var check: UInt32 = .max
        for byte in bytes {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
        }
        for word in [~check, UInt32(bytes.count)] {
            result += (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return result
    }

    /// Everything that a recording says.
    static func events(
        _ bytes: some Sequence<UInt8>, kind: RecordingKind? = nil, date: CivilDate? = nil
    ) throws -> [ReceiverEvent] {
        let file = try TemporaryFile(bytes)
        var reader = try RecordingReader(path: file.path, kind: kind, date: date)
        var result: [ReceiverEvent] = []
        while let events = try reader.next() { result += events }
        return result
    }

    /// The seconds of the sample day of which a recording has fixes.
    static func seconds(
        _ text: String, kind: RecordingKind? = nil, date: CivilDate? = nil
    ) throws -> [Double] {
        try events(text.utf8, kind: kind, date: date).fixes.compactMap {
            $0.timestamp?.seconds(since: .sample(0))
        }
    }
}
