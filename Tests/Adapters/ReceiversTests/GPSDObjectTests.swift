import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import Receivers

/// gpsd_json(5) promises neither an order of members nor that there is no white space.
@Suite struct GPSDObjectTests {
    /// A way of writing the same reports.
    enum Form: CaseIterable, CustomTestStringConvertible {
        case compact, reversed, sorted, spaces, tabsAndReturns, byteOrderMark, severalInALine, overLines, indented
        case indentedWithReturns, breakBehindCommas, skyFirst, classInTheMiddle, timeInFront, trailingCommas

        var testDescription: String { "\(self)" }

        func text(of seconds: Range<Int>) -> String {
            seconds.map { second in
                let members = GPSDObjectTests.members(second)
                let compact = members.joined(separator: ",")
                let reversed = members.reversed().joined(separator: ",")
                let loose = members.map { $0.replacing(#"":"#, with: "\"\t: ") }
                return switch self {
                case .compact: "{\(compact)}\n"
                case .reversed: "{\(reversed)}\n"
                case .sorted: "{\(members.sorted().joined(separator: ","))}\n"
                case .spaces: " { " + loose.joined(separator: " , ") + " } \n"
                case .tabsAndReturns: "\t{\t" + loose.joined(separator: "\t,\t") + "\t}\t\r\n"
                case .byteOrderMark: (second == seconds.lowerBound ? "\u{FEFF}" : "") + "{\(reversed)}\r\n"
                case .severalInALine: "{\(reversed)}" + (second % 3 == 2 ? "\n" : " ")
                case .overLines: "{" + loose.joined(separator: ",\n") + "}\n"
                case .indented: "{\n  " + loose.joined(separator: ",\n  ") + "\n}\n"
                case .indentedWithReturns: "{\r\n\t" + loose.joined(separator: ",\r\n\t") + "\r\n}\r\n"
                case .breakBehindCommas: "{" + members.joined(separator: "\t,\n\t") + "}\n"
                case .skyFirst:
                    #"{"satellites":[{"PRN":3,"used":true,"class":"X"},{"PRN":7,"used":true}],"class":"SKY"}"#
                        + "\n{\(reversed)}\n"
                case .classInTheMiddle: "{" + (members.dropFirst(3) + members.prefix(3)).joined(separator: ", ") + "}\n"
                case .timeInFront: "2026-11-21 06:00:00 {gpspipe}: {\(reversed)}\n"
                case .trailingCommas: "{\(reversed),}\n"
                }
            }.joined()
        }
    }

    private static func place(_ second: Int) -> Coordinate {
        Coordinate(latitude: 47.1111111 + Double(second) / 70, longitude: 8.1111111 + Double(second) / 70)
    }

    /// libgps rounds in its own way.
    private static func isPlace(_ coordinate: Coordinate?, of second: Int) -> Bool {
        let place = place(second)
        return coordinate.map {
            abs($0.latitude - place.latitude) < 1e-9 && abs($0.longitude - place.longitude) < 1e-9
        } ?? false
    }

    private static func members(_ second: Int) -> [String] {
        let place = place(second)
        return [
            #""class":"TPV""#, #""device":"/dev/tty {\"class\":\\""#, #""mode":3"#,
            #""time":"\#(Timestamp.sample(Double(second)))""#, #""lat":\#(place.latitude)"#,
            #""lon":\#(place.longitude)"#, #""speed":5.5"#, #""track":90.5"#,
        ]
    }

    private func fixes(in text: String) throws -> [Fix] {
        var recording = CaptureRecording(try #require(GPSDLineParser()))
        var events: [ReceiverEvent] = []
        var text = text
        text.withUTF8 { recording.decode(UnsafeRawBufferPointer($0), into: &events) }
        recording.finish(into: &events)
        return events.fixes
    }

    @Test(arguments: Form.allCases)
    func `The order of members and white space mean nothing`(_ form: Form) throws {
        let text = form.text(of: 0..<21)
        #expect(
            text.utf8.withContiguousStorageIfAvailable { RecordingKind(detecting: UnsafeRawBufferPointer($0)) } == .gpsd
        )
        let fixes = try fixes(in: text)
        #expect(fixes.map(\.timestamp) == (0..<21).map { Timestamp.sample(Double($0)) })
        #expect(fixes.count == 21 && zip(fixes, 0..<21).allSatisfy { Self.isPlace($0.coordinate, of: $1) })
        #expect(fixes.allSatisfy { $0.mode == .fix3D && $0.speed == 5.5 && $0.course == 90.5 })
    }

    @Test(arguments: Form.allCases)
    func `What is cut off by a line end or loses a line gives nothing that was not reported`(_ form: Form) throws {
        let text = Array(form.text(of: 0..<4).utf8)
        let second = form.text(of: 0..<1).utf8.count..<form.text(of: 0..<2).utf8.count
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var damaged: [[UInt8]] = lines.indices.map { lost in
            Array(
                lines.enumerated().filter { $0.offset != lost }.map(\.element).joined(separator: [UInt8(ascii: "\n")]))
        }
        // The rest of the line is lost, or it follows behind the line's end, or garbage does.
        for cut in second {
            let end = text[cut...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
            let (head, next) = (Array(text[..<cut]), Array(text[end...]))
            damaged.append(head)
            damaged.append(head + [UInt8(ascii: "\n")] + text[cut...])
            for garbage in ["", "}{", "\"},", "\0"] { damaged.append(head + Array(garbage.utf8) + next) }
        }
        for bytes in damaged {
            for fix in try fixes(in: String(decoding: bytes, as: UTF8.self)) {
                guard let coordinate = fix.coordinate, let timestamp = fix.timestamp else { continue }
                let second = Int(rounding: timestamp.seconds(since: .sample(0)))
                #expect(Self.isPlace(coordinate, of: second), "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    @Test(arguments: [
        "{\"class\":\"TPV\",\"mode\":3,", "{", "{\n  \"class\": \"TPV\",", "{\"lat\":47.0,\"class\":\"TPV\",\"lon\":",
        "}", "[", "\u{0}",
    ])
    func `An object that is cut off costs no other`(_ cut: String) throws {
        let text = (0..<20).map { Form.reversed.text(of: $0..<($0 + 1)) + cut + "\n" }.joined()
        let times = try fixes(in: text).compactMap(\.timestamp)
        #expect(times == (0..<20).map { Timestamp.sample(Double($0)) })
    }

    @Test(arguments: [
        #""lat":47.5,"lat":48.5,"lon":8.5"#, #""lat":47 .5,"lon":8.5"#, #""lat":47.5 "lon":8.5"#,
        #""lat":"47.5","lon":8.5"#,
        #""lat":47.5,"lon":8.5,"class":"SKY""#, #""lat":4\u0037.5,"lon":8.5"#, #""lat":47.5,"lon":8.5}]"#,
    ])
    func `An ambiguous object has no place`(_ members: String) throws {
        let text = #"{"class":"TPV","mode":3,"time":"\#(Timestamp.sample(0))",\#(members)}"#
        #expect(try fixes(in: text + "\n").allSatisfy { $0.coordinate == nil })
    }

    @Test func `Lists of devices have their class where they like`() throws {
        let parser = try #require(GPSDLineParser())
        let text =
            #"{ "devices" : [ {"path":"/dev/a","driver":"u-blox","class":"DEVICE","activated":"2026-11-21T06:00:00.000Z"},"#
            + #" { "class" : "DEVICE" , "path":"/dev/b" } ], "class": "DEVICES" }"#
        let said = text.utf8.withContiguousStorageIfAvailable { parser.parse(UnsafeRawBufferPointer($0)) } ?? []
        guard case .devices(let devices, isList: true) = said.first else { Issue.record("\(said)"); return }
        #expect(devices.map(\.path) == ["/dev/a", "/dev/b"] && devices.map(\.driver) == ["u-blox", nil])
    }
}
