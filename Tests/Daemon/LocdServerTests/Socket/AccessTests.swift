import LocationModel
import LocdProtocol
import LocdTestSupport
import Synchronization
import Testing

@testable import LocdServer

/// Who may call what, and what is made of parameters that are wrong: for every method of the interface.
@Suite(.timeLimit(.minutes(15))) struct AccessTests {
    private static let open: Set<String> = [
        "Status", "Why", "Authorization", "RequestAuthorization", "RequestTemporaryFullAccuracyAuthorization", "Events",
        "Uses",
    ]
    /// About a session, which is nobody's here.
    private static let bound: Set<String> = [
        "Configure", "Start", "Stop", "RequestLocation", "AllowDeferredLocationUpdates",
        "DisallowDeferredLocationUpdates", "EnterBackground", "EnterForeground", "RaiseAccuracy", "Sleep", "Wake",
    ]
    private static let administration: Set<String> = [
        "Reload", "Authorize", "Deny", "Reset", "Authorizations", "Agent", "Answer",
        "ReportAdvertisements", "ReportSteps", "OverrideRecorder",
    ]
    private static let exact: Set<String> = [
        "Heading", "AddRegion", "RegionState", "Clients", "Tracks", "Configuration", "Sky", "AuthorizationOf",
        "MotionHistory",
    ]
    /// Open too: whoever asks brings the place along. There is no table here, and that is the answer.
    private static let geocoding: Set<String> = ["ReverseGeocode", "Geocode"]
    private static let noTable = VarlinkError.geocoderUnavailable(
        detail: "No place table configured: set geocoder.table.")
    /// The names of the parameters of each method, as the interface file has them.
    private static let parameterNames = Dictionary(
        uniqueKeysWithValues: (try? InterfaceFile(LocationInterface.description))?.methods.map {
            ("\(LocationInterface.name).\($0.key)", $0.value.parameters.members)
        } ?? [])
    private static let names = LocationInterface.methods.map { $0.name }.sorted()

    private static let nobody = FixedAuthority(Authorization(.denied))
    private static let reduced = FixedAuthority(Authorization(.authorizedAlways, accuracy: .reducedAccuracy))
    private static let inUse = FixedAuthority(Authorization(.authorizedWhenInUse))
    private static let root = FixedAuthority(.everything, isAdministrator: true)
    /// May report steps, and nothing else.
    private static let watch = FixedAuthority(Authorization(.denied), mayReportSteps: true)

    private func caller(_ authority: any Authority) -> Caller {
        let peer = Peer(user: 1000, group: 1000, process: 1, supplementaryGroups: [])
        return Caller(
            peer: peer, unit: nil, authority: authority, otherConnections: { 0 },
            openOutbox: {
                // A stream that is served ends at once.
                let outbox = Outbox { _ in }
                outbox.end(.closed)
                return outbox
            })
    }

    private func answer(
        _ method: String, _ parameters: String, _ authority: any Authority,
        by service: SocketTestService = SocketTestService()
    ) async throws -> VarlinkError? {
        let message = Array(try await reply(method, parameters, authority, by: service).utf8)
        guard !message.isEmpty, case .error(let error) = VarlinkAnswer<EmptyReply>(message: message) else { return nil }
        return error
    }

    /// The first reply; empty if there is none.
    private func reply(
        _ method: String, _ parameters: String, _ authority: any Authority,
        by service: SocketTestService = SocketTestService()
    ) async throws -> String {
        let methods = MethodTable(service: service, sessions: try SocketTestServer.sessions())
        let text = #"{"method":"\#(method)","more":true,"parameters":\#(parameters)}"#
        let call = try VarlinkCall(message: Array(text.utf8))
        let sent = Mutex<[[UInt8]]>([])
        try await methods.answer(
            call, caller(authority),
            ReplyWriter(for: call) { bytes in sent.withLock { $0.append(Array(bytes.dropLast())) } })
        return String(decoding: sent.withLock { $0.first } ?? [], as: UTF8.self)
    }

    /// Parameters that every method can read.
    private func good(_ method: String) -> String {
        let required = [
            "advertisements": "[]", "numberOfSteps": "5",
            "session": "\"0\"", "settings": "{}", "services": "[]", "distance": "5", "timeout": "5",
            "request": "\"always\"", "purposeKey": "\"map\"", "user": "1000",
            "identifier": "\"home\"", "answer": "\"denied\"", "seconds": "5", "desiredAccuracy": "\"best\"",
            "latitude": "47.4",
            "longitude": "8.5", "address": "\"Bern\"",
            "from": "\"2026-11-21T00:00:00Z\"", "to": "\"2026-11-22T00:00:00Z\"",
            "region": #"{"identifier":"home","circle":{"center":{"latitude":1,"longitude":2},"radius":5}}"#,
        ]
        let members = Self.parameterNames[method, default: []].sorted().compactMap { name in
            required[name].map { "\"\(name)\":\($0)" }
        }
        return "{\(members.joined(separator: ","))}"
    }

    @Test(arguments: names) func `Unauthorized clients get only health`(_ method: String) async throws {
        let error = try await answer(method, good(method), Self.nobody)
        let short = String(method.dropFirst(LocationInterface.name.count + 1))
        #expect(error == expectation(short) ?? .notAuthorized(.denied))
    }

    /// What is given to everybody, or refused to whoever does not administer the daemon; `nil` where it depends.
    private func expectation(_ short: String) -> VarlinkError?? {
        if Self.open.contains(short) { return .some(nil) }
        if Self.bound.contains(short) { return .noSuchSession }
        if Self.geocoding.contains(short) { return Self.noTable }
        if short == "RemoveRegion" { return .noSuchRegion("home") }
        return Self.administration.contains(short) ? .permissionDenied : nil
    }

    /// `Location` waits for one; that it is a rough one others show.
    @Test(arguments: names.filter { !$0.hasSuffix(".Location") })
    func `Clients with reduced accuracy get nothing exact`(_ method: String) async throws {
        let error = try await answer(method, good(method), Self.reduced)
        let short = String(method.dropFirst(LocationInterface.name.count + 1))
        let own: VarlinkError? = Self.exact.contains(short) ? .fullAccuracyRequired : nil
        #expect(error == expectation(short) ?? own)
    }

    @Test(arguments: [("RemoveRegion", 0), ("AddRegion", 1), ("Regions", 1)])
    func `A start asks for permission, a stop does not`(_ method: String, _ times: Int) async throws {
        let authority = UndecidedAuthority()
        let name = "\(LocationInterface.name).\(method)"
        _ = try await answer(name, good(name), authority)
        #expect(authority.requests.withLock(\.self) == times)
    }

    @Test(arguments: [Authorization(.denied), Authorization(.authorizedAlways, accuracy: .reducedAccuracy)])
    func `A decision made while the track is read applies to the reply`(_ later: Authorization) async throws {
        let authority = ChangingAuthority()
        let method = LocationInterface.name + ".MotionHistory"
        #expect(try await answer(method, good(method), authority) == nil)
        let service = SocketTestService(onMotionHistory: { authority.change(to: later) })
        let refusal: VarlinkError = later.status == .denied ? .notAuthorized(.denied) : .fullAccuracyRequired
        #expect(try await answer(method, good(method), authority, by: service) == refusal)
    }

    /// A size grows with each line, in a private region too.
    @Test func `Only administrators learn the sizes of track files`() async throws {
        for (authority, isShown) in [(Self.inUse, false), (Self.root, true)] {
            let reply = try await reply("org.locd.Location.Tracks", "{}", authority)
            #expect(reply.contains("2026-11-21.jsonl") && reply.contains("7654") == isShown, "\(reply)")
        }
    }

    @Test(
        arguments: [
            ("OverrideRecorder", #"{"seconds":5}"#, "desiredAccuracy"),
            ("OverrideRecorder", #"{"desiredAccuracy":"best"}"#, "seconds"),
            ("OverrideRecorder", #"{"desiredAccuracy":"x","seconds":5}"#, "desiredAccuracy"),
            ("OverrideRecorder", #"{"desiredAccuracy":"best","seconds":86401}"#, "seconds"),
            ("OverrideRecorder", #"{"isAsleep":true}"#, nil), ("OverrideRecorder", "{}", nil),
            ("Why", #"{"from":"noon"}"#, "from"), ("Why", #"{"to":"2026-11-21"}"#, "to"),
            ("Why", #"{"limit":0}"#, "limit"), ("Why", #"{"limit":1001}"#, "limit"), ("Why", #"{"time":"x"}"#, "time"),
        ] as [(String, String, String?)])
    func `A parameter that makes no sense is refused by name`(
        _ method: String, _ parameters: String, _ wrong: String?
    ) async throws {
        let error = try await answer("\(LocationInterface.name).\(method)", parameters, Self.root)
        #expect(error == wrong.map { .invalidParameter($0) })
    }

    @Test func `Whoever the policy lets reports steps, though not authorized for locations`() async throws {
        let method = LocationInterface.name + ".ReportSteps"
        #expect(try await answer(method, good(method), Self.watch) == .stepCountingUnavailable)
        #expect(try await answer(LocationInterface.name + ".Reload", "{}", Self.watch) == .permissionDenied)
    }

    @Test func `Only a client that is always authorized shares a region`() async throws {
        let region = #"{"identifier":"home","circle":{"center":{"latitude":1,"longitude":2},"radius":5}}"#
        let method = LocationInterface.name + ".AddRegion"
        for (isShared, refusal) in [("true", VarlinkError.permissionDenied), ("false", nil), ("null", nil)] {
            let parameters = #"{"region":\#(region),"isShared":\#(isShared)}"#
            #expect(try await answer(method, parameters, Self.inUse) == refusal, "\(isShared)")
        }
    }

    @Test(arguments: names)
    func `A parameter of the wrong type or an unknown one is refused by name`(_ method: String) async throws {
        let names = try #require(Self.parameterNames[method])
        let values = [
            "true", "7", "-1e308", "1e999", "9223372036854775808", "\"x\"", "\"\"", "[]", "[[[[]]]]", "{}",
            #"{"a":{"b":[1,"\u0000"]}}"#, "[null]",
        ]
        for name in names.sorted() {
            var refused = 0
            for value in values {
                switch try await answer(method, "{\"\(name)\":\(value)}", Self.nobody) {
                case .invalidParameter(let found):
                    refused += 1
                    // Of several that are wrong or missing the first is named; one that is there and wrong is among
                    // them.
                    #expect(names.contains(found), "\(value)")
                case nil, .notAuthorized, .permissionDenied, .noSuchSession, .noSuchRegion, Self.noTable: break
                case let other: Issue.record("\(name) = \(value): \(String(describing: other))")
                }
            }
            #expect(refused >= values.count / 2, "\(name)")
        }
        let error = try await answer(method, #"{"nonsense":1}"#, Self.nobody)
        #expect(error == .invalidParameter("nonsense"))
    }
}

/// Has decided about nobody, and counts the requests.
private final class UndecidedAuthority: Authority {
    let requests = Mutex(0)

    func authorization(of client: ClientIdentity, at peer: Peer) -> Authorization { Authorization(.notDetermined) }
    func isAdministrator(_ peer: Peer) -> Bool { false }
    func request(
        _ request: AuthorizationRequest, for client: ClientIdentity, at peer: Peer, purpose: String?
    ) async throws(VarlinkError) {
        requests.withLock { $0 += 1 }
    }
}

/// Gives everybody the same: everything, until that changes.
private final class ChangingAuthority: Authority {
    private let all = Mutex(Authorization.everything)

    func change(to authorization: Authorization) { all.withLock { $0 = authorization } }
    func authorization(of client: ClientIdentity, at peer: Peer) -> Authorization { all.withLock(\.self) }
    func isAdministrator(_ peer: Peer) -> Bool { false }
}
