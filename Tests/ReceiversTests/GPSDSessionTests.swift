import Glibc
import LocationModel
import LocationServices
import Testing

@testable import Receivers

@Suite struct GPSDSessionTests {
    /// A gpsd that says everything at once to its first client and goes away.
    private struct HastyServer {
        let port: UInt16
        private let thread: DedicatedThread

        init(saying text: String) throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isListening = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, address, size) == 0 && listen(listener, 1) == 0
                        && getsockname(listener, address, &size) == 0
                }
            }
            try #require(isListening)
            port = UInt16(bigEndian: address.sin_port)
            thread = try DedicatedThread(named: "hasty") {
                let client = accept(listener, nil, nil)
                // Nobody is to connect a second time.
                close(listener)
                // What was asked has to be read, or the end would take what is said with it.
                var request = [UInt8](repeating: 0, count: 4096)
                _ = recv(client, &request, request.count, 0)
                _ = send(client, text, text.utf8.count, Int32(MSG_NOSIGNAL))
                close(client)
            }
        }

        func join() async { await thread.join() }
    }

    @Test func reportsThatComeTogetherWithTheEndOfTheConnectionAreNotLost() async throws {
        let reports = (10..<30).map { second in
            #"{"class":"TPV","device":"/dev/x","mode":3,"time":"2026-11-21T06:00:\#(second).000Z","lat":47.5,"lon":8.\#(second)}"#
        }
        let server = try HastyServer(saying: reports.joined(separator: "\r\n") + "\r\n")
        let receiver = GPSDReceiver(GPSDAddress(host: "127.0.0.1", port: server.port), clock: .system())
        receiver.start()
        await server.join()
        var longitudes: [Double] = []
        for await batch in receiver.events {
            for event in batch {
                if case .fix(let fix) = event, let coordinate = fix.coordinate {
                    longitudes.append(coordinate.longitude)
                }
            }
            let hasEnded = batch.contains {
                if case .link(let link) = $0 { link.condition == .absent(.noGPSD) } else { false }
            }
            if hasEnded { break }
        }
        await receiver.stop()
        #expect(longitudes == (10..<30).map { 8 + Double($0) / 100 })
    }
}
