import Phrasing
import Testing

@Suite("Figures below zero on a command line")
struct ArgumentListTests {
    @Test(arguments: [
        ("-36.8,174.7", "\u{2212}36.8,174.7"), ("-36", "\u{2212}36"), ("-.5", "\u{2212}.5"),
        ("-36.8485° 174.76", "\u{2212}36.8485° 174.76"), ("-36°50'55\"", "\u{2212}36°50'55\""),
        ("-", "-"), ("-o", "-o"), ("--at", "--at"), ("--", "--"), ("-.", "-."), ("36", "36"), ("", ""),
        ("--at=-36,1", "--at=-36,1"),
    ])
    func `Figures are no options`(argument: String, expected: String) {
        #expect(ArgumentList.protectingFigures([argument]) == [expected])
    }

    @Test func `Words behind the end of options stay`() {
        #expect(ArgumentList.protectingFigures(["-1", "--", "-1"]) == ["\u{2212}1", "--", "-1"])
    }
}
