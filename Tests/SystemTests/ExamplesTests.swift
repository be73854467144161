import Foundation
import Subprocess
import Testing

extension ProgramSystemTests {
    /// The example programs, which are Core Location code and nothing else, against the built daemon and a simulated
    /// receiver.
    @Suite("Examples")
    struct Examples {
        @Test(arguments: ["Tracker", "LiveUpdates"])
        func `A delegate and live updates are told where it is`(_ example: String) async throws {
            try await Stage.run { stage in
                let (locd, _) = try await stage.live()
                // env, which starts it, sets its socket.
                let program = stage.start(
                    example, path: "LOCD_SOCKET=\(locd.socket)", [Program.example(example), "5"])
                program.mayEnd()
                let status = try await stage.until("it was told five locations", within: .seconds(120)) {
                    program.status
                }
                #expect(status == .exited(0), "\(stage.report)")
                let lines = program.words.split(separator: "\n")
                let places = lines.compactMap { line -> (Double, Double)? in
                    let words = line.split(separator: " ")
                    guard words.count > 3, let latitude = Double(words[1]), let longitude = Double(words[2]) else {
                        return nil
                    }
                    return (latitude, longitude)
                }
                #expect(places.count == 5, "\(program.words)")
                #expect(places.allSatisfy { abs($0.0 - 47.5) < 0.2 && abs($0.1 - 8.7) < 0.2 }, "\(program.words)")
            }
        }
    }
}
