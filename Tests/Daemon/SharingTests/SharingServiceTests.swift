import Glibc
import LocationModel
import LocationServices
import LocdConfiguration
import LocdProtocol
import LocdServer
import LocdTestSupport
import Testing

@testable import Sharing

/// Other programs over real sockets, from their connection to their end.
@Suite(.timeLimit(.minutes(15))) struct SharingServiceTests {
    private static let reduced = Authorization(.authorizedAlways, accuracy: .reducedAccuracy)

    /// A port that nobody has, below those that the kernel gives to outgoing connections.
    private func freePort() throws -> UInt16 {
        let probe = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(probe) }
        let ports = (0..<100).lazy.map { _ in UInt16.random(in: 10_000..<32_000) }
        return try #require(ports.first { LoopbackAddress(port: $0).withPointer { bind(probe, $0, $1) } == 0 })
    }

    @Test func `A reader gets each epoch, and hears that the fix is lost`() async throws {
        try await SharingBench.with { bench in
            let program = try OtherProgram(unix: bench.socket)
            await bench.served()
            for second in 0..<3 {
                bench.bench.receiver.say(.sample(Double(second)))
                let epoch = await program.read(until: "$GPZDA")
                #expect(epoch.contains("$GPRMC,06000\(second).000,A,4730.0000000,N,00830.0000000,E,"))
            }
            bench.bench.receiver.say(Fix(mode: .none))
            #expect(await program.read(until: "$GPVTG").contains("$GPRMC,,V,"))
            // And never silence.
            for _ in 0..<3 {
                // The hub, which waits for the receiver to fall silent, and the second's turn.
                await bench.bench.clock.sleepers(atLeast: 2)
                bench.bench.clock.advance(by: .seconds(1))
            }
            #expect(await program.read(until: "$GPVTG").contains("$GPRMC,,V,"))
        }
    }

    @Test func `Who is not authorized is told, and gets nothing`() async throws {
        try await SharingBench.with(Authorization(.denied)) { bench in
            let program = try OtherProgram(unix: bench.socket)
            let all = await program.read(until: "never")
            #expect(all.hasPrefix("$GPTXT,01,01,00,not authorized to read the location (denied)"))
            #expect(all.split(separator: "\r\n").count == 1)
            #expect(await bench.bench.hub.status.managers == 0)
            #expect(bench.authority.peers.allSatisfy { $0.user == getuid() } && !bench.authority.peers.isEmpty)
        }
    }

    @Test func `Who is refused while reading hears no fix more`() async throws {
        try await SharingBench.with { bench in
            let program = try OtherProgram(unix: bench.socket)
            await bench.served()
            bench.bench.receiver.say(.sample(0))
            _ = await program.read(until: "$GPZDA")
            bench.authority.decide(Authorization(.denied))
            await bench.abandoned()
            bench.bench.receiver.say(.sample(1))
            let rest = await program.read(until: "never")
            #expect(!rest.split(separator: "\r\n").contains { $0.hasPrefix("$GPRMC") && $0.contains(",A,") }, "\(rest)")
            #expect(rest.contains("$GPTXT") && rest.contains("denied"), "\(rest)")
        }
    }

    @Test func `Reduced accuracy is one location for all, without satellites`() async throws {
        try await SharingBench.with(Self.reduced) { bench in
            let program = try OtherProgram(unix: bench.socket)
            await bench.served()
            bench.bench.receiver.say([.fix(.sample(0)), .sky(.several)])
            let epoch = await program.read(until: "$GPZDA")
            #expect(epoch.contains("$GPRMC,060000.000,A,") && !epoch.contains("4730.0000000"))
            #expect(!epoch.contains("GSV"))
            // Full accuracy from now on: the next fix is exact.
            bench.authority.decide(.everything)
            await bench.bench.hub.wait { $0.status.managers == 1 }
            var told = ""
            for second in 1..<200 where !told.contains("4730.0000000") {
                bench.bench.receiver.say(.sample(Double(second)))
                told = await program.read(until: "$GPVTG")
            }
            #expect(told.contains("4730.0000000"))
        }
    }

    @Test func `The first epoch has no satellites of an earlier program's time`() async throws {
        try await SharingBench.with { bench in
            do {
                let earlier = try OtherProgram(unix: bench.socket)
                await bench.served()
                var epoch = ""
                for second in 0..<200 where !epoch.contains("GPGSV") {
                    bench.bench.receiver.say([.fix(.sample(Double(second))), .sky(.several)])
                    epoch = await earlier.read(until: "$GPZDA")
                }
                #expect(epoch.contains("GPGSV"))
                // Whatever was asked for meanwhile is known before it goes.
                await bench.service.epochs.update()
            }
            await bench.bench.hub.wait { $0.status.condition.state == .released }
            let later = try OtherProgram(unix: bench.socket)
            await bench.served()
            bench.bench.receiver.say(.sample(3600))
            // The latest location may come first.
            var epochs = ""
            for _ in 0..<3 where !epochs.contains("$GPRMC,070000.000,A,") {
                epochs += await later.read(until: "$GPZDA")
            }
            #expect(epochs.contains("$GPRMC,070000.000,A,") && !epochs.contains("GSV"), "\(epochs)")
        }
    }

    @Test func `A program of gpsd's is served over TCP, by its user`() async throws {
        let port = try freePort()
        try await SharingBench.with(also: [SharingListener(.tcp(host: "127.0.0.1", port: port), .gpsd)]) { bench in
            let program = try OtherProgram(port: port)
            #expect(await program.read(until: "VERSION").contains("\"proto_major\":3"))
            program.send("?WATCH={\"enable\":true,\"json\":true}")
            #expect(await program.read(until: "\"class\":\"WATCH\"").contains("\"class\":\"DEVICES\""))
            await bench.served()
            bench.bench.receiver.say(.sample(0))
            let report = await program.read(until: "\"lat\"")
            #expect(report.contains("\"lat\":47.500000000") && report.contains("\"class\":\"TPV\""))
            #expect(bench.authority.peers.last?.user == getuid())
            #expect(bench.authority.peers.last?.process == 0)
        }
    }

    @Test func `A reader that does not read is closed, and slows nobody`() async throws {
        try await SharingBench.with { bench in
            let stuck = try OtherProgram(unix: bench.socket)
            let program = try OtherProgram(unix: bench.socket)
            await bench.served(2)
            var missing: [Int] = []
            // Twenty at once, as a receiver of 20 Hz: each read waits for its turn on a busy machine.
            for second in stride(from: 0, to: 3000, by: 20) {
                let epochs = second..<(second + 20)
                bench.bench.receiver.say(epochs.map { .fix(.sample(Double($0), north: Double($0))) })
                for epoch in epochs where await program.read(until: "$GPZDA").components(of: "$GPRMC") != 1 {
                    missing.append(epoch)
                }
            }
            #expect(missing == [])
            await bench.bench.hub.wait { $0.status.managers == 1 }
            let late = await stuck.read(until: "never")
            #expect(late.components(of: "$GPRMC") < 3000)
        }
    }

    @Test func `A user has so many connections`() async throws {
        try await SharingBench.with(maximumConnections: 1) { bench in
            let first = try OtherProgram(unix: bench.socket)
            await bench.served()
            let second = try OtherProgram(unix: bench.socket)
            #expect(await second.read(until: "never").contains("too many connections"))
            bench.bench.receiver.say(.sample(0))
            #expect(await first.read(until: "$GPZDA").contains("$GPRMC,060000.000,A"))
        }
    }

    @Test(arguments: ["?WATCH={\"enable\":true}\n", "?WATCH={\"enable\":true};?POLL;", "?POLL;", "", "?WATCH={\"enab"])
    func `A program that only polls and leaves is noticed, though nothing is written to it`(request: String)
        async throws
    {
        let port = try freePort()
        let listener = SharingListener(.tcp(host: "127.0.0.1", port: port), .gpsd)
        try await SharingBench.with(also: [listener], maximumConnections: 1) { bench in
            for _ in 0..<3 {
                let program = try OtherProgram(port: port)
                program.send(request)
                #expect(await program.read(until: "VERSION").contains("VERSION"))
                if request.contains("WATCH={\"enable\":true}") { await bench.served() }
                #expect(await program.isHungUpOn())
                await bench.abandoned()
            }
        }
    }

    @Test func `A port that is taken is a problem in words, and the rest is served`() async throws {
        let port = try freePort()
        let taken = try ListeningSocket(host: "127.0.0.1", port: port, key: "test")
        defer { close(taken.descriptor) }
        try await SharingBench.with(also: [SharingListener(.tcp(host: "127.0.0.1", port: port), .gpsd)]) { bench in
            let program = try OtherProgram(unix: bench.socket)
            await bench.served()
            bench.bench.receiver.say(.sample(0))
            #expect(await program.read(until: "$GPZDA").contains("$GPRMC,060000.000,A"))
            let problems = bench.service.problems
            #expect(problems.count == 1)
            #expect(problems[0].hasPrefix("sharing.gpsd: another program listens on tcp://127.0.0.1:\(port)"))
            #expect(problems[0].contains("systemctl disable --now gpsd.socket"))
        }
    }
}

extension String {
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
