import LocationModel
import LocdProtocol
import Testing

@Suite struct VarlinkErrorTests {
    static let all: [VarlinkError] = [
        .interfaceNotFound("a.b"), .methodNotFound("a.b.C"), .methodNotImplemented("a.b.D"), .invalidParameter("x"),
        .permissionDenied, .expectedMore, .notAuthorized(.denied), .invalidMessage(.tooDeep, detail: "Too deep."),
        .tooManyConnections(maximum: 64), .locationUnknown, .noSuchSession, .noSuchRegion("home"),
        .invalidRegion(identifier: "home", detail: "Too large."), .regionLimit(maximum: 1000),
        .rangingUnavailable,
        .clientLimit(maximum: 32), .tooSlow(waiting: 4096), .reloadRefused(["a: b", "c"]),
        .stepCountingUnavailable, .recorderOff, .stepsOverlap(until: "2026-11-21T06:00:00.000Z"),
        .geocodeFoundNoResult, .geocodeLimit, .geocoderUnavailable(detail: "No table."),
        .fullAccuracyRequired, .promptDeclined, .decisionNotKept, .ruledByPolicy(place: "/etc/locd/clients.yaml:3:5"),
    ]

    @Test(arguments: all)
    func `Clients read what the service sends`(_ error: VarlinkError) {
        let bytes = VarlinkReply.encode(error)
        #expect(bytes.last == 0)
        #expect(bytes.dropLast().allSatisfy { $0 != 0 })
        guard case .error(let read) = VarlinkAnswer<StatusReply>(message: Array(bytes.dropLast())) else {
            Issue.record("no error was read")
            return
        }
        #expect(read == error)
    }

    @Test(arguments: [
        (#"{"error":"com.example.Other"}"#, "com.example.Other"),
        (#"{"error":"com.example.Other","parameters":{"method":"a.b.C","status":[]}}"#, "com.example.Other"),
        (#"{"error":"com.example.PermissionDenied"}"#, "com.example.PermissionDenied"),
        (#"{"error":"org.varlink.service.MethodNotFound"}"#, "org.varlink.service.MethodNotFound"),
        (
            #"{"error":"org.locd.Location.NotAuthorized","parameters":{"status":"someday"}}"#,
            "org.locd.Location.NotAuthorized"
        ),
    ])
    func `An error that is unknown or incomplete keeps its name`(_ message: String, _ name: String) {
        guard case .error(let read) = VarlinkAnswer<StatusReply>(message: Array(message.utf8)) else {
            Issue.record("no error was read")
            return
        }
        #expect(read == .other(name))
        #expect(read.name == name)
    }
}
