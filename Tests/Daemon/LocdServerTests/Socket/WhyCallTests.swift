import Testing

/// The parameters of `Why`, as they come over the socket.
@Suite(.timeLimit(.minutes(5))) struct WhyCallTests {
    @Test(arguments: ["\"from\":\"noon\"", "\"to\":\"2026-11-21\"", "\"limit\":0", "\"limit\":1001", "\"time\":\"x\""])
    func aParameterThatMakesNoSenseIsRefusedByName(parameter: String) async throws {
        try await SocketTestServer.with { path in
            let call = "{\"method\":\"org.locd.Location.Why\",\"parameters\":{\(parameter)}}\u{0}"
            let reply = try await SocketTestServer.exchange(call, at: path, count: 1)
            let name = parameter.split(separator: "\"").first ?? ""
            #expect(reply.first?.contains("InvalidParameter") == true)
            #expect(reply.first?.contains("\"\(name)\"") == true)
        }
    }
}
