/// A gpsd that says what a test wants it to, and takes whoever comes. Its client may go at any time: the next one is
/// taken then.
final class FakeGPSD {
    /// Where locd finds it.
    let port: UInt16
    /// How many clients have come.
    private(set) var clients = 0

    private let listener: Socket
    private var client: Socket?
    private let stage: Stage
    private static let device = "/dev/null"

    init(on stage: Stage) throws {
        listener = try Socket(listeningOn: 0)
        port = listener.port
        self.stage = stage
    }

    /// Says something, to whoever is there; a client that goes meanwhile is no error. Returns when all of it was taken.
    func say(_ bytes: some Sequence<UInt8>) async throws {
        let connected = try await connection()
        var rest = Array(bytes)[...]
        try await stage.until("the client takes what gpsd says", every: .milliseconds(2)) {
            // Its questions are not of interest, and must not fill the line.
            _ = connected.read()
            guard let count = connected.write(rest) else {
                client = nil
                return true
            }
            rest = rest.dropFirst(count)
            return rest.isEmpty
        }
    }

    func say(line: String) async throws {
        try await say(Array((line + "\r\n").utf8))
    }

    /// Hangs up.
    func close() {
        client = nil
    }

    /// A report as gpsd writes it, with these members.
    static func report(_ members: String) -> String {
        #"{"class":"TPV","device":"\#(device)","# + members + "}"
    }

    /// A client that has gone is seen by its silence's end, so that the next word reaches the one who came after it.
    private func connection() async throws -> Socket {
        if let client {
            switch client.read() {
            case .some(let bytes) where bytes.isEmpty: self.client = nil
            default: return client
            }
        }
        let next = try await stage.until("a client comes") { try listener.accept() }
        client = next
        clients += 1
        let known =
            #"{"class":"DEVICE","path":"\#(Self.device)","driver":"NMEA0183","activated":"2026-11-21T06:00:00.000Z"}"#
        let greeting = [
            #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
            #"{"class":"DEVICES","devices":[\#(known)]}"#,
            #"{"class":"WATCH","enable":true,"json":true}"#,
        ]
        _ = next.write(Array((greeting.joined(separator: "\r\n") + "\r\n").utf8)[...])
        return next
    }
}
