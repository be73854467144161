import Testing

@testable import Sharing

/// Requests as programs send them.
struct GPSDRequestTests {
    private func requests(_ text: String, pieces: Int = .max) -> [GPSDRequest] {
        var scanner = GPSDRequestScanner()
        var rest = Array(text.utf8)[...]
        var found: [GPSDRequest] = []
        while !rest.isEmpty {
            found += scanner.append(rest.prefix(pieces))
            rest = rest.dropFirst(pieces == .max ? rest.count : pieces)
        }
        return found
    }

    private func watch(_ change: (inout GPSDRequest.Watch) -> Void) -> GPSDRequest {
        var watch = GPSDRequest.Watch()
        change(&watch)
        return .watch(watch)
    }

    /// libgps, gpsd itself as a client (no line end), OpenCPN (no `enable`, no end), gpscsv (no semicolon), gpspipe -R.
    @Test(arguments: [1, 2, 7, .max])
    func `Every program is understood, whatever pieces it comes in`(_ pieces: Int) {
        let json = watch {
            $0.enable = true
            $0.json = true
        }
        #expect(requests("?WATCH={\"enable\":true,\"json\":true};\r\n", pieces: pieces) == [json])
        #expect(requests("?WATCH={\"enable\":true,\"json\":true}", pieces: pieces) == [json])
        #expect(
            requests("?WATCH={\"class\":\"WATCH\", \"json\":true}", pieces: pieces) == [watch { $0.json = true }])
        #expect(
            requests("?WATCH={\"enable\":true,\"raw\":1};?POLL;\n?DEVICES;?VERSION\n", pieces: pieces) == [
                watch {
                    $0.enable = true
                    $0.raw = 1
                }, .poll, .devices, .version,
            ])
        #expect(
            requests("?WATCH={\"raw\":true,\"nmea\":false}", pieces: pieces) == [
                watch {
                    $0.raw = 0
                    $0.nmea = false
                }
            ])
        #expect(requests("?WATCH;", pieces: pieces) == [.watch(nil)])
        #expect(
            requests("?DEVICE={\"path\":\"/dev/x}\",\"bps\":{\"a\":1}};?DEVICE;?POLL;", pieces: pieces) == [
                .device("/dev/x}"), .device(nil), .poll,
            ])
        #expect(requests("?WATCH={\"device\":\"a\\\"}b\"};", pieces: pieces) == [watch { $0.device = "a\"}b" }])
    }

    /// As gpsd 3.22 answers them.
    @Test(arguments: [
        (#""enable":0,"json":true"#, false, false, false), (#""enable":"true""#, false, false, false),
        (#""json":true,"raw":true"#, true, true, false), (#""json":true,"raw":1"#, true, true, true),
        (#""json":1"#, true, false, false), (#""nmea":1"#, true, false, false),
    ])
    func `Only true is true`(members: String, isEnabled: Bool, wantsJSON: Bool, wantsNMEA: Bool) throws {
        var policy = GPSDPolicy()
        policy.apply(try #require(requests("?WATCH={\(members)};").first).watched)
        #expect(policy.isEnabled == isEnabled)
        #expect(policy.wantsJSON == wantsJSON && policy.wantsNMEA == wantsNMEA)
    }

    @Test func `Nonsense is refused, other protocols are not answered, and the next request is read`() {
        func isInvalid(_ request: GPSDRequest?) -> Bool { if case .invalid = request { true } else { false } }
        #expect(requests("GET / HTTP/1.1\r\nHost: x\r\n\r\nw+xj\n?POLL;") == [.poll])
        for text in ["?FOO;", "?WATCH=5;", "?watch;", "?WATCH={\"a\"};"] {
            #expect(isInvalid(requests(text + "\n?POLL;").dropLast().last), "\(text)")
            #expect(requests(text + "\n?POLL;").last == .poll, "\(text)")
        }
    }

    @Test func `What never ends is bounded`() {
        var scanner = GPSDRequestScanner()
        var errors = 0
        for _ in 0..<1000 {
            errors += scanner.append(Array("?WATCH={\"a\":\"".utf8) + [UInt8](repeating: 0x7B, count: 1000)).count
            #expect(scanner.heldBytes <= GPSDRequestScanner.maximumLength + 32)
        }
        #expect(errors > 0)
        #expect(scanner.append(Array(repeating: UInt8(ascii: "}"), count: 5000)).count <= 2)
        #expect(requests("?" + String(repeating: "A", count: 10_000) + ";?POLL;").last == .poll)
    }

    @Test func `A watch changes what it names`() throws {
        var policy = GPSDPolicy()
        policy.apply(watch { $0.json = true }.watched)
        #expect(policy.isEnabled && policy.wantsJSON && !policy.wantsNMEA)
        policy.apply(watch { $0.nmea = true }.watched)
        #expect(policy.wantsJSON && policy.wantsNMEA)
        policy.apply(watch { $0.raw = 2 }.watched)
        #expect(policy.wantsNMEA)
        policy.apply(watch { $0.enable = false }.watched)
        #expect(policy == GPSDPolicy())
    }
}

extension GPSDRequest {
    fileprivate var watched: Watch { if case .watch(let watch?) = self { watch } else { Watch() } }
}
