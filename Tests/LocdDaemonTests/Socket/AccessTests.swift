import LocationModel
import LocdProtocol
import LocdTestSupport
import Synchronization
import Testing

@testable import LocdDaemon

/// Who may call what, and what is made of parameters that are wrong: for every method of the interface.
@Suite(.timeLimit(.minutes(2))) struct AccessTests {
    private static let open: Set<String> = ["Status", "Why", "Authorization"]
    /// Open too: whoever asks brings the place along. There is no table here, and that is the answer.
    private static let geocoding: Set<String> = ["ReverseGeocode", "Geocode"]
    private static let noTable = VarlinkError.geocoderUnavailable(
        detail: "No place table is configured: see geocoder.table.")
    private static let parameterNames = readParameterNames()
    private static let names = parameterNames.keys.sorted()

    private static func readParameterNames() -> [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        for method in LocationInterface.methods { names[method.name] = method.names }
        return names
    }

    private func caller(_ authority: any Authority) -> Caller {
        Caller(peer: Peer(user: 1000, group: 1000, process: 1, supplementaryGroups: []), authority: authority) { 0 }
    }

    private func answer(_ method: String, _ parameters: String, _ authority: any Authority) async throws
        -> VarlinkError?
    {
        let methods = MethodTable(service: SocketTestService(), sessions: try SocketTestServer.sessions())
        let text = #"{"method":"\#(method)","more":true,"parameters":\#(parameters)}"#
        let call = try VarlinkCall(message: Array(text.utf8))
        let sent = Mutex<[[UInt8]]>([])
        try await methods.answer(
            call, caller(authority),
            ReplyWriter(for: call) { bytes in sent.withLock { $0.append(Array(bytes.dropLast())) } })
        let message = try #require(sent.withLock { $0.first }, "\(text)")
        guard case .error(let error) = VarlinkAnswer<EmptyReply>(message: message) else { return nil }
        return error
    }

    /// Parameters that every method can read.
    private func good(_ method: String) -> String {
        let required = [
            "session": "\"0\"", "settings": "{}", "services": "[]", "distance": "5", "timeout": "5",
            "identifier": "\"home\"", "seconds": "5", "desiredAccuracy": "\"best\"", "latitude": "47.4",
            "longitude": "8.5", "address": "\"Bern\"",
            "region": #"{"identifier":"home","circle":{"center":{"latitude":1,"longitude":2},"radius":5}}"#,
        ]
        let members = Self.parameterNames[method, default: []].sorted().compactMap { name in
            required[name].map { "\"\(name)\":\($0)" }
        }
        return "{\(members.joined(separator: ","))}"
    }

    @Test(arguments: names) func whoIsNotAllowedGetsNothingButHealth(_ method: String) async throws {
        let error = try await answer(method, good(method), Nobody())
        let short = String(method.dropFirst(LocationInterface.name.count + 1))
        if Self.open.contains(short) {
            #expect(error == nil)
        } else if Self.geocoding.contains(short) {
            #expect(error == Self.noTable)
        } else {
            #expect(error == (short == "Reload" ? .permissionDenied : .notAuthorized(.denied)))
        }
    }

    /// While nothing makes coordinates rough, whoever may have only rough ones gets none.
    @Test(arguments: names) func whoMayHaveOnlyRoughCoordinatesGetsNoExactOnes(_ method: String) async throws {
        let error = try await answer(method, good(method), Roughly())
        let short = String(method.dropFirst(LocationInterface.name.count + 1))
        #expect((error == nil || error == Self.noTable) == Self.open.union(Self.geocoding).contains(short))
    }

    @Test(arguments: names)
    func aParameterOfTheWrongTypeOrAnUnknownOneIsRefusedByName(_ method: String) async throws {
        let names = try #require(Self.parameterNames[method])
        let values = [
            "true", "7", "-1e308", "1e999", "9223372036854775808", "\"x\"", "\"\"", "[]", "[[[[]]]]", "{}",
            #"{"a":{"b":[1,"\u0000"]}}"#, "[null]",
        ]
        for name in names.sorted() {
            var refused = 0
            for value in values {
                switch try await answer(method, "{\"\(name)\":\(value)}", Nobody()) {
                case .invalidParameter(let found):
                    refused += 1
                    // Of several that are wrong or missing the first is named; one that is there and wrong is among them.
                    #expect(names.contains(found), "\(value)")
                case nil, .notAuthorized, .permissionDenied, Self.noTable: break
                case let other: Issue.record("\(name) = \(value): \(String(describing: other))")
                }
            }
            #expect(refused >= values.count / 2, "\(name)")
        }
        let error = try await answer(method, #"{"nonsense":1}"#, Nobody())
        #expect(error == .invalidParameter("nonsense"))
    }
}

extension VarlinkMethod {
    fileprivate static var names: Set<String> { Parameters.parameterNames }
}

/// An authority that gives everybody rough coordinates.
private struct Roughly: Authority {
    func authorization(of client: ClientIdentity, at peer: Peer) -> ClientAuthorization {
        ClientAuthorization(.authorizedAlways, accuracy: .reducedAccuracy)
    }
    func isAdministrator(_ peer: Peer) -> Bool { false }
    func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
