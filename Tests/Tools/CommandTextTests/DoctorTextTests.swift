import LocdProtocol
import Testing

@testable import CommandText

@Suite struct DoctorTextTests {
    @Test func `The answer comes first`() {
        let report = DoctorReport(
            source: "gpsd://localhost:2947",
            checks: [
                DoctorCheck(.configuration, .ok, "/etc/locd/locd.yaml: good"),
                DoctorCheck(.clock, .warning, "not synchronised", remedy: "Synchronise it: apt install chrony."),
                DoctorCheck(.gpsdSocket, .notApplicable, "systemd does not run here"),
                DoctorCheck(
                    .permission, .failure, "locd may not read /dev/ttyUSB0: it belongs to the group dialout",
                    remedy: "adduser locd dialout, then systemctl restart locd."),
            ])
        #expect(
            DoctorText(report).text == """
                ! Recording cannot work: 1 problem · gpsd://localhost:2947

                ok configuration     /etc/locd/locd.yaml: good
                !  system clock      not synchronised
                                     → Synchronise it: apt install chrony.
                –  gpsd.socket       systemd does not run here
                ✗  permission        locd may not read /dev/ttyUSB0: it belongs to the group
                                     dialout
                                     → adduser locd dialout, then systemctl restart locd.

                """)
    }

    @Test func `All well is said in a word`() {
        #expect(DoctorText(DoctorReport(source: nil, checks: [])).text == "● Recording can work\n\n")
        let warned = DoctorReport(source: nil, checks: [DoctorCheck(.clock, .warning, "x")])
        #expect(DoctorText(warned).text.hasPrefix("! Recording can work; 1 warning\n"))
    }

    @Test(arguments: DoctorCheck.Name.allCases, DoctorCheck.Outcome.allCases)
    func `Every check fits its column and the width`(name: DoctorCheck.Name, outcome: DoctorCheck.Outcome) {
        let long = String(
            repeating: "/dev/serial/by-id/usb-Prolific_Technology_Inc_USB-Serial_Controller-if00-port0 ", count: 3)
        let report = DoctorReport(
            source: long, checks: [DoctorCheck(name, outcome, long + "\u{1B}[31m", remedy: long)])
        let text = DoctorText(report).text
        #expect(text.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 }, "\(text)")
        #expect(!text.contains("\u{1B}"))
        let line = text.split(separator: "\n").first { $0.contains(name.title) }
        #expect(line?.dropFirst(20).first == " " && line?.dropFirst(21).first != " ", "\(text)")
        #expect(DoctorText(report, isColoured: true).text.contains("\u{1B}["))
    }

    @Test(
        arguments: [
            ([], Answer.success), ([.fix], .noFix), ([.fix, .device], .failure),
            ([.configuration], .badConfiguration),
            ([.gpsdReachable], .failure),
        ] as [([DoctorCheck.Name], Answer)])
    func `The exit code is the answer`(failures: [DoctorCheck.Name], status: Answer) {
        let checks = [DoctorCheck(.clock, .warning, "x")] + failures.map { DoctorCheck($0, .failure, "x") }
        #expect(Answer(DoctorReport(source: nil, checks: checks)) == status)
    }
}
