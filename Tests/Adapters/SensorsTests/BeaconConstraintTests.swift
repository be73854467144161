import LocationModel
import Testing

@Suite struct BeaconConstraintTests {
    private let uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"

    @Test func `A constraint is written as it is read`() throws {
        for text in [uuid, "\(uuid):0", "\(uuid):65535:7"] {
            #expect(try #require(BeaconConstraint(text)).description == text)
        }
        #expect(BeaconConstraint(uuid.lowercased())?.description == uuid)
    }

    @Test(arguments: [
        "", "home", "E2C56DB5-DFFB-48D2-B060-D0F5A71096E", "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0:",
        "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0:65536", "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0:-1",
        "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0:+1", "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0:1:2:3",
        "E2C56DB5DFFB-48D2-B060-D0F5A71096E0", "E2C56DB5-DFFB-48D2-B060-D0F5A71096EG",
        "E2C56DB5-DFFB-48D2-B060-D0F5A71096é",
    ])
    func `Any other text is refused`(text: String) {
        #expect(BeaconConstraint(text) == nil)
    }

    @Test func `A wildcard is satisfied by every beacon of its group`() throws {
        let beacon = try #require(BeaconIdentity("\(uuid):1:2"))
        for text in [uuid, "\(uuid):1", "\(uuid):1:2"] {
            #expect(try #require(BeaconConstraint(text)).isSatisfied(by: beacon))
        }
        for text in ["\(uuid):2", "\(uuid):1:3", "00000000-DFFB-48D2-B060-D0F5A71096E0"] {
            #expect(try !#require(BeaconConstraint(text)).isSatisfied(by: beacon))
        }
        #expect(BeaconIdentity(uuid) == nil)
    }
}
