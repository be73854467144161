import LocationModel
import LocdProtocol
import Testing

@testable import LocdServer

/// What a server that passes coordinates on is told of those whom it serves.
struct AuthorizationOfTests {
    private let caller = Caller(
        peer: Peer(user: 500, group: 500, process: 1, supplementaryGroups: [7]),
        authority: DefaultAuthority(daemonUser: 100, privilegedGroup: 7), otherConnections: { 0 })

    private func status(_ user: UInt32, _ groups: [UInt32]) -> String {
        caller.authorizationReply(
            of: Peer(user: user, group: .max, process: 0, supplementaryGroups: groups), AvailableSensors(heading: true)
        ).authorizationStatus.rawValue
    }

    @Test func `It is the other user's authorization, not the caller's`() {
        #expect(caller.authorization.status == .authorizedAlways)
        #expect(status(1000, []) == "notDetermined")
        #expect(status(1000, [6, 8]) == "notDetermined")
    }
}
