import LocdProtocol
import Testing

@Suite struct VarlinkCallTests {
    private struct Wanted: VarlinkParameters, Equatable {
        struct Inner: Codable, Equatable {
            var value: Double
        }

        var name: String
        var count: Int?
        var inner: Inner?
    }

    private enum Method: VarlinkStream {
        typealias Parameters = Wanted
        typealias Reply = NoParameters
        static let name = "org.example.Test.Do"
    }

    private func call(_ text: String) throws(VarlinkError) -> VarlinkCall {
        try VarlinkCall(message: Array(text.utf8))
    }

    @Test func `A call is read as it was written`() throws {
        let wanted = Wanted(name: "ä\u{0}\"", count: -3, inner: .init(value: 0.1))
        let bytes = try VarlinkCall.encode(Method.self, wanted)
        #expect(bytes.count { $0 == 0 } == 1)
        let call = try VarlinkCall(message: bytes.dropLast())
        #expect(call.method == "org.example.Test.Do")
        #expect(call.interface == "org.example.Test")
        #expect(call.more)
        #expect(!call.oneway)
        #expect(!call.upgrade)
        #expect(try call.parameters(as: Wanted.self) == wanted)
    }

    @Test(arguments: [
        #"{"method":"a.b.C"}"#, #"{"method":"a.b.C","parameters":{}}"#, #"{"method":"a.b.C","parameters":null}"#,
        #" { "method" : "a.b.C", "unheard": [1, {"of": "[[[["}] } "#,
    ])
    func `Parameters may be left out where none are needed`(_ text: String) throws {
        #expect(try call(text).parameters(as: NoParameters.self) == NoParameters())
    }

    @Test(arguments: [
        (#"{"name":"n","other":1}"#, "other"), (#"{"name":"n","zebra":1,"apple":2}"#, "apple"),
        (#"{"count":1}"#, "name"), (#"{"name":5}"#, "name"), (#"{"name":null}"#, "name"),
        (#"{"name":"n","count":"1"}"#, "count"), (#"{"name":"n","count":1.5}"#, "count"),
        (#"{"name":"n","count":99999999999999999999}"#, "count"), (#"{"name":"n","inner":{}}"#, "inner"),
        (#"{"name":"n","inner":{"value":1e999}}"#, "inner"), (#"{"name":"n","inner":[]}"#, "inner"),
        ("5", "parameters"), ("[]", "parameters"), (#""name""#, "parameters"), ("true", "parameters"), ("null", "name"),
    ])
    func `A wrong parameter is named`(_ parameters: String, _ name: String) throws {
        let call = try call(#"{"method":"org.example.Test.Do","parameters":\#(parameters)}"#)
        #expect(throws: VarlinkError.invalidParameter(name)) { try call.parameters(as: Wanted.self) }
    }

    @Test(arguments: [
        "", " ", "{", "}", "null", "5", "\"x\"", "[]", "[{\"method\":\"a.b.C\"}]", "{}", "{\"method\":5}",
        "{\"method\":null}", "{\"method\":\"a.b.C\",\"more\":1}", "{\"method\":\"a.b.C\",\"oneway\":\"yes\"}",
        "{\"method\":\"a.b.C\"", "{\"method\":\"a.b.C\"}}", "{\"method\":\"a.b.C\"} x", "{'method':'a.b.C'}",
        "{\"method\":\"\\ud800\"}", "GET / HTTP/1.1\r\n", "\"", "\\", "{\"method\":\"a.b.C",
    ])
    func `Invalid calls are malformed`(_ text: String) {
        #expect(reason(of: Array(text.utf8)) == .malformed)
    }

    @Test func `Bytes that are no UTF-8 are malformed`() {
        let start = Array(#"{"method":"a.b."#.utf8)
        let end = Array(#""}"#.utf8)
        for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3]] as [[UInt8]] {
            #expect(reason(of: start + bytes + end) == .malformed)
        }
        #expect(reason(of: [0xFE, 0xFF, 0x7B, 0x7D]) == .malformed)
        #expect(reason(of: start + Array("C".utf8) + end) == nil)
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":["])
    func `Deep nesting is refused before it is decoded`(_ opening: String) {
        let brackets = String(repeating: opening, count: 100_000)
        #expect(reason(of: Array(brackets.utf8)) == .tooDeep)
        #expect(reason(of: Array(("{\"method\":\"a.b.C\",\"parameters\":" + brackets).utf8)) == .tooDeep)
    }

    @Test func `Nesting is counted in brackets not in strings`() throws {
        let text = #"{"method":"a.b.C","parameters":{"x":"\#(String(repeating: #"[\"{"#, count: 1000))"}}"#
        #expect(reason(of: Array(text.utf8)) == nil)
        let shallow =
            "{\"method\":\"a.b.C\",\"x\":[" + Array(repeating: "[]", count: 1000).joined(separator: ",") + "]}"
        #expect(reason(of: Array(shallow.utf8)) == nil)
        func nested(_ depth: Int) -> [UInt8] {
            let open = String(repeating: "[", count: depth - 1)
            let close = String(repeating: "]", count: depth - 1)
            return Array("{\"method\":\"a.b.C\",\"x\":\(open)\(close)}".utf8)
        }
        #expect(reason(of: nested(32)) == nil)
        #expect(reason(of: nested(33)) == .tooDeep)
    }

    private func reason(of bytes: [UInt8]) -> VarlinkError.InvalidMessage? {
        do {
            _ = try VarlinkCall(message: bytes)
            return nil
        } catch {
            guard case .invalidMessage(let reason, let detail) = error else {
                Issue.record("another error: \(error)")
                return nil
            }
            #expect(!detail.isEmpty)
            return reason
        }
    }
}
