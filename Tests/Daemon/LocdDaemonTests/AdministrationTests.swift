import Foundation
import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdConfiguration
@testable import LocdDaemon

/// What a person finds who looks a word of `locd status` up.
@Suite struct AdministrationTests {
    private static func document(_ name: String) throws -> String {
        try String(contentsOfFile: Checkout.path("Documentation/\(name)"), encoding: .utf8)
    }

    @Test func `Every state and cause is in the troubleshooting table`() throws {
        let text = try Self.document("Administration.md")
        let table = try #require(text.split(separator: "## What to do when").last)
        let words =
            ReceiverState.allCases.filter { !$0.hasFix }.map(\.rawValue) + OutageCause.allCases.map(\.rawValue)
            + RecorderStatus.State.allCases.filter { ![.recording, .waiting].contains($0) }.map(\.rawValue)
        for word in words { #expect(table.contains("`\(word)`"), "\(word)") }
    }

    @Test func `Shipped files are named as installed`() throws {
        let text = try Self.document("Administration.md")
        for path in [
            Configuration.defaultPath, Configuration().regions.file, Configuration().tracks.directory,
            Configuration().state.directory, Configuration().api.socket, "/usr/share/locd/systemd/gpsd-only.conf",
        ] {
            #expect(text.contains(path), "\(path)")
        }
    }

    /// A metric in an alert that nobody writes would never fire.
    @Test func `The alerts are about figures that there are`() throws {
        let rules = try String(contentsOfFile: Checkout.path("packaging/prometheus/locd.rules.yml"), encoding: .utf8)
        let status = StatusReply(
            uptime: .seconds(1), receiver: ReceiverStatus(source: "x", state: .fix3D, stateAge: Duration.zero),
            lastLocation: nil, fixes: FixCounts(), recorder: RecorderStatus(state: .recording, stateAge: Duration.zero))
        var full = status
        full.horizontalAccuracy = 1
        let named = rules.matches(of: /locd_[a-z_]+/).map { String($0.output) }
        #expect(named.count >= 4)
        for name in named { #expect(full.prometheusText.contains("# TYPE \(name) "), "\(name)") }
        let page = try Self.document("Administration.md")
        for alert in rules.matches(of: /alert: (\w+)/) { #expect(page.contains("`\(alert.1)`"), "\(alert.1)") }
    }
}
