import GeocodeProtocol
import LocationModel
import Testing

/// A question as it goes over the socket, and what is refused there.
@Suite struct GeocodeRequestTests {
    private static let bern = Coordinate(latitude: 46.948, longitude: 7.4474)

    private func read(_ text: String) throws -> GeocodeRequest {
        try GeocodeLine.read(GeocodeRequest.self, from: Array(text.utf8), maximum: GeocodeRequest.maximumLength)
    }

    @Test(arguments: [
        GeocodeRequest.Question.place(bern), .address("Bundesplatz 3, Bern\r\n\"\u{0}", near: nil),
        .address("Zürich", near: GeocodeRequest.Circle(center: bern, radius: 1000)),
    ])
    func `A written request is read again`(_ question: GeocodeRequest.Question) throws {
        let request = GeocodeRequest(
            server: "https://nominatim.example.org/a", userAgent: "locd/1 (me)", timeout: 10, locale: "de_CH",
            question: question)
        let line = try GeocodeLine.write(request)
        #expect(line.last == 0x0A && line.count { $0 == 0x0A } == 1)
        #expect(try GeocodeLine.read(GeocodeRequest.self, from: line, maximum: line.count) == request)
    }

    @Test func `The line is as documented`() throws {
        let request = GeocodeRequest(
            server: "https://a.example", userAgent: "locd/1", timeout: 10, locale: nil, question: .place(Self.bern))
        let line = String(decoding: try GeocodeLine.write(request), as: UTF8.self)
        let members = #""server":"https://a.example","timeout":10,"userAgent":"locd/1""#
        #expect(line == #"{"coordinate":{"latitude":46.948,"longitude":7.4474},\#(members)}"# + "\n")
    }

    private static let good = #""server":"http://a","userAgent":"x","timeout":1"#

    @Test(arguments: [
        "", "\n", "null\n", "[]\n", "{}\n", "{\(good)}\n", #"{\#(good),"address":"a"}"#,
        #"{\#(good),"address":"a"}"# + "\n\n", #"{\#(good),"address":"a"}"# + "\nx",
        #"{\#(good),"address":"a","coordinate":{"latitude":1,"longitude":1}}"# + "\n",
        #"{\#(good),"near":{"center":{"latitude":1,"longitude":1},"radius":1}}"# + "\n",
        #"{\#(good),"coordinate":{"latitude":91,"longitude":1}}"# + "\n",
        #"{\#(good),"address":"a","near":{"center":{"latitude":1,"longitude":1},"radius":-1}}"# + "\n",
        #"{"server":"http://a","userAgent":"x","timeout":61,"address":"a"}"# + "\n",
        #"{"server":"http://a","userAgent":"x","timeout":0,"address":"a"}"# + "\n",
        #"{"server":"http://a","userAgent":"x\r\nHost: b","timeout":1,"address":"a"}"# + "\n",
        #"{"userAgent":"x","timeout":1,"address":"a"}"# + "\n",
    ])
    func `Invalid requests are refused`(_ text: String) {
        #expect(throws: GeocodeLine.Malformed()) { try read(text) }
    }

    @Test func `A line that is too long is refused`() throws {
        let text = #"{\#(Self.good),"address":"a"}"# + "\n"
        #expect(try read(text).question == .address("a", near: nil))
        let long =
            #"{\#(Self.good),"address":"\#(String(repeating: "a", count: GeocodeRequest.maximumLength))"}"# + "\n"
        #expect(throws: GeocodeLine.Malformed()) { try read(long) }
    }
}
