import CustomDump
import Neighbour
import Testing

@Test func `What does not need CoreLocation works without linking it`() {
    var text = ""
    customDump([1, 2], to: &text)
    #expect(text.contains("[1]: 2"))
    #expect(summary(of: 3) == "number 3")
    #expect(summary(of: "x") == "something")
    print("CoreLocation \(seesCoreLocation ? "seen" : "not seen")")
}
