import LocationModel
import LocdProtocol
import Phrasing
import Testing

@testable import CommandText

@Suite struct StatusTextTests {
    @Test func `A fresh fix reads at a glance`() throws {
        #expect(
            StatusText(try Statuses.fixed()).text == """
                ● 3D fix ± 3.2 m, just now

                Receiver   gpsd://localhost:2947 · /dev/ttyUSB0 · u-blox · 9 of 14 satellites
                           3D fix for 2 h 12 min
                Position   47.5000014,-8.5000021 ± 3.2 m (high) · 2026-11-21 06:00:00Z
                           altitude 450.1 m ± 6 m · speed 46.9 km/h · course 12°
                Fixes      7,812 accepted · rejected: noFix 10, duplicate 2
                Recorder   recording for 2 h 10 min · 1,234 lines · 1.2 MB · synced 3 s ago
                           /var/lib/locd/tracks/2026-11-21.jsonl
                           held back: distanceFilter 6,500, stationary 78
                Daemon     locd 0.1.0 · up 2 h 13 min · 1 other client

                """)
    }

    @Test func `A position that is not trusted is said first`() throws {
        var status = try Statuses.fixed()
        status.integrity = IntegrityStatus(
            state: .notTrusted, reasons: ["timeStep"], since: "2026-11-21T05:59:00Z",
            summary: "Position NOT TRUSTED: the receiver's time stepped", remedy: "Do not navigate by it.")
        let lines = StatusText(status).text.split(separator: "\n").prefix(3)
        #expect(
            lines == [
                "! Position NOT TRUSTED: the receiver's time stepped, since 05:59:00Z", "  Do not navigate by it.",
                "● 3D fix ± 3.2 m, just now",
            ])
    }

    @Test(arguments: [20, 40, 80, 300])
    func `No line is wider than the terminal, nor than 80 columns`(width: Int) throws {
        let lines = StatusText(try Statuses.fixed(), width: width).text.split(separator: "\n")
        // What has no space is not divided.
        #expect(lines.allSatisfy { $0.count <= min(max(width, 48), 80) }, "\(lines)")
        #expect(width != 40 || lines.count > 14)
    }

    @Test func `Times and figures are what the reader is used to`() throws {
        let format = DisplayFormat(calendar: LocalCalendar { _ in 13 * 3600 }, units: .imperial)
        let text = StatusText(try Statuses.fixed(), format: format).text
        #expect(text.contains("± 10 ft (high) · 2026-11-21 19:00:00\n"))
        #expect(text.contains("altitude 1,477 ft ± 20 ft · speed 29.1 mph"))
    }

    @Test func `Without authorization the text says how to get it`() throws {
        let text = StatusText(try Statuses.fixed().redacted(for: Authorization(.notDetermined))).text
        #expect(text.contains("Position   ± 3.2 m (high) · just now · coordinates only after locd client allow\n"))
        #expect(!text.contains("altitude"))
    }

    @Test func `Adjusted settings are reported with their reason`() throws {
        var status = try Statuses.fixed()
        status.recorder.settingsInForce = SettingsStatus(
            reason: .lowBattery, activity: .walking, desiredAccuracy: .nearestTenMeters, distanceFilter: 10,
            minimumInterval: 2.5)
        #expect(
            StatusText(status).text.contains(
                """
                           in force: desiredAccuracy nearestTenMeters · distanceFilter 10 m
                           minimumInterval 2.5 s · low battery, walking

                """))
        status.recorder.settingsInForce = SettingsStatus(
            reason: .sleep, desiredAccuracy: .kilometer, distanceFilter: nil, minimumInterval: nil)
        #expect(
            StatusText(status).text.contains(
                "in force: desiredAccuracy kilometer · distanceFilter none · asleep\n"))
    }

    @Test func `Problems come first with their remedy`() {
        var status = Statuses.bare(.absent, .noGPSD, recorder: .failed)
        status.receiver.detail = "Connection refused"
        status.receiver.remedy = "Start gpsd: systemctl start gpsd.socket; if it is not installed: apt install gpsd."
        status.recorder.detail = "No space left on device"
        status.recorder.remedy = "Make room on the file system of /var/lib/locd."
        status.recorder.lost = 1
        status.recorder.queued = 2000
        status.problems = ["The changed configuration was refused: /etc/locd/locd.yaml:12: receiver.sorce is unknown."]
        #expect(
            StatusText(status).text == """
                ! No gpsd for 3 min 20 s (no fix yet)
                  Connection refused
                  Start gpsd: systemctl start gpsd.socket; if it is not installed: apt install
                  gpsd.
                ! Track not writable
                  No space left on device
                  Make room on the file system of /var/lib/locd.
                ! The changed configuration was refused: /etc/locd/locd.yaml:12: receiver.sorce
                  is unknown.

                Receiver   gpsd://localhost:2947
                Position   none yet
                Fixes      0 accepted · none rejected
                Recorder   not writable for 3 min 20 s · 0 lines · 0 B · 2,000 lines queued
                           1 line lost
                Daemon     locd 0.1.0 · up 3 min 21 s · 0 other clients

                """)
    }

    @Test func `A recorder that waits says nothing of a first fix`() {
        // It waits after every outage too, for hours.
        let text = StatusText(Statuses.bare(.absent, .noGPSD, recorder: .waiting)).text
        #expect(text.contains("Recorder   waiting for a fix for "), "\(text)")
        #expect(!text.contains("first fix"))
    }

    @Test func `Authorized clients see why there is no location`() throws {
        var status = try Statuses.fixed()
        #expect(!StatusText(status).text.contains("private region"))
        status.location = nil
        #expect(StatusText(status).text.contains(" · in a private region\n"))
    }

    @Test func `Hours without a fix are not a wait for the first`() {
        var status = Statuses.bare(.noFix, nil)
        #expect(StatusText(status).text.contains("(no fix yet)"))
        status.locationAge = 3 * 3_600
        let text = StatusText(status).text
        #expect(text.contains("last fix 3 h ago"), "\(text)")
        #expect(!text.contains("yet)") && !text.contains("first fix"), "\(text)")
    }

    @Test func `A pause on purpose is calm`() throws {
        var status = try Statuses.fixed()
        status.receiver.state = .released
        status.recorder.state = .paused
        status.recorder.cause = "stationary"
        status.locationAge = 125
        let text = StatusText(status).text
        #expect(text.hasPrefix("● Receiver released to save power for 2 h 12 min; last fix 2 min 5 s ago\n"))
        #expect(text.contains("Recorder   paused (stationary) for 2 h 10 min · "))
    }

    @Test(arguments: [nil] + OutageCause.allCases.map(Optional.some))
    func `Every state is said in words of its own`(_ cause: OutageCause?) throws {
        var seen: Set<Substring> = []
        for state in ReceiverState.allCases {
            let first = try #require(StatusText(Statuses.bare(state, cause)).text.split(separator: "\n").first)
            #expect(first.hasPrefix(state.hasFix ? "● " : "! "))
            #expect(seen.insert(first).inserted, "\(first)")
            // Words of a language, not the names of the interface.
            #expect(!first.contains(#/[a-z][A-Z]/#), "\(first)")
        }
    }

    @Test(arguments: [
        String(repeating: "word ", count: 100), String(repeating: "x", count: 1000),
        String(repeating: "/long-directory-name", count: 20), String(repeating: "漢字", count: 200),
        String(repeating: "e\u{301}", count: 300), "👩‍👩‍👧‍👦" + String(repeating: "🛰️", count: 100), " ", "",
        String(repeating: "漢", count: 36) + " " + String(repeating: "字", count: 41), "\u{1B}[2J\u{1B}[31m\r\n\t\u{7}x",
        "\u{202E}evil\u{2066}", "\u{9B}31m",
    ])
    func `No line is wider than 80 columns and no text reaches the terminal's controls`(_ text: String) throws {
        var status = try Statuses.fixed()
        status.receiver.state = .absent
        status.receiver.source = text
        status.receiver.device = text
        status.receiver.driver = text
        status.receiver.detail = text
        status.receiver.remedy = text
        status.recorder.state = .failed
        status.recorder.detail = text
        status.recorder.remedy = text
        status.recorder.cause = text
        status.recorder.file = text
        status.recorder.held = [text: .max, "other": .min]
        status.fixes.rejected = [text: 1]
        status.problems = [text, text]
        status.version = text
        status.location?.location.coordinate.latitude = 1e300
        status.location?.location.altitude = -.greatestFiniteMagnitude
        status.recorder.bytes = .max
        status.recorder.lines = .max
        status.receiver.satellitesUsed = .max
        status.receiver.satellitesVisible = .min
        status.uptime = .infinity
        status.receiver.stateAge = -5
        status.locationAge = .nan
        let lines = StatusText(status).text.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines { #expect(columns(line) <= 80, "\(line)") }
        let harmful = lines.joined().unicodeScalars.filter {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
        }
        #expect(harmful.isEmpty)
    }

    @Test func `A word too long for a line keeps its begin and end`() throws {
        var status = try Statuses.fixed()
        status.recorder.file = "/srv/" + String(repeating: "directory/", count: 10) + "2026-11-21.jsonl"
        let line = try #require(StatusText(status).text.split(separator: "\n").first { $0.contains("/srv") })
        #expect(line.count == 80)
        #expect(line.contains("…"))
        #expect(line.hasSuffix("2026-11-21.jsonl"))
    }

    @Test func `What is refused beside fixes stands below the receiver`() throws {
        var status = try Statuses.fixed()
        status.receiver.refused = "12 refused with a wrong checksum, 60 accepted"
        // Health, for everybody.
        for status in [status, status.redacted(for: Authorization(.notDetermined))] {
            let lines = StatusText(status).text.split(separator: "\n")
            let index = try #require(lines.firstIndex { $0.hasPrefix("Receiver") })
            #expect(
                lines.dropFirst(index + 1).prefix(3).contains {
                    $0.contains("lately: 12 refused with a wrong checksum")
                })
        }
    }

    @Test func `Colours change nothing but the colour`() throws {
        var status = try Statuses.fixed()
        status.problems = ["Something is wrong."]
        let plain = StatusText(status).text
        let coloured = StatusText(status, isColoured: true).text
        #expect(!plain.contains("\u{1B}"))
        #expect(coloured.contains("\u{1B}[32m3D fix ± 3.2 m, just now\u{1B}[0m"))
        #expect(coloured.contains("\u{1B}[33mSomething is wrong.\u{1B}[0m"))
        #expect(coloured.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
    }

    /// The columns of a line by another count than the layout's: wide where the text is Chinese or a picture.
    private func columns(_ line: Substring) -> Int {
        line.unicodeScalars.reduce(0) { sum, scalar in
            if scalar.properties.generalCategory == .nonspacingMark { return sum }
            return sum + (scalar.properties.isIdeographic || scalar.value >= 0x1F000 ? 2 : 1)
        }
    }
}
