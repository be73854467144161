import LocationModel
import LocationServices
import LocdConfiguration
import LocdProtocol
import NMEA

/// What comes from the receiver.
extension Doctor {
    /// Signals in dB-Hz below which no receiver gets a fix: under a free sky the strongest has 45 and more.
    private static let weakSignal = 30.0

    func hearingChecks(_ findings: Findings) -> [DoctorCheck] {
        guard let hearing = findings.hearing else {
            let words = "not looked at: what is wrong above comes first"
            return [DoctorCheck(.sentences, .notApplicable, words), DoctorCheck(.fix, .notApplicable, words)]
        }
        return [sentences(hearing), fix(hearing)]
    }

    private func sentences(_ hearing: Hearing) -> DoctorCheck {
        if hearing.isReadable {
            let device = hearing.link?.device.map { " from \($0)" } ?? ""
            let driver = hearing.link?.driver.map { ", driver \($0)" } ?? ""
            return DoctorCheck(.sentences, .ok, "reports come\(device)\(driver)")
        }
        let device = hearing.link?.device ?? "the receiver"
        switch hearing.link?.condition {
        case .failing(.unreadable):
            return DoctorCheck(
                .sentences, .failure, "bytes, but no sentences, from \(device)\(speed.map { " at \($0) baud" } ?? "")",
                remedy: speed != nil
                    ? "Leave the speed out of receiver.source, so that it is found; or set the receiver to NMEA 0183."
                    : "No speed makes sense of it: set the receiver to NMEA 0183, or read it through gpsd.")
        case .failing(let cause), .absent(let cause):
            return DoctorCheck(
                .sentences, .failure, hearing.link?.detail ?? "\(device): \(cause.rawValue)",
                remedy: Remedy.sentence(forAbsence: cause, device: device, source: configuration.receiver.source))
        case .opening, .open, .released, nil: return silence(device)
        }
    }

    private func silence(_ device: String) -> DoctorCheck {
        guard case .gpsd = configuration.receiver.source else {
            return DoctorCheck(
                .sentences, .failure, "\(device) is open and says nothing",
                remedy: "Is it the receiver's port, is the receiver powered, and is its line to us connected?")
        }
        let options = ShellAssignments(box.text(Self.gpsdDefaults) ?? "").words("GPSD_OPTIONS")
        if let speed = Self.fixedSpeed(options) {
            return DoctorCheck(
                .sentences, .failure, "gpsd makes nothing of what \(device) sends; it is held to \(speed) baud",
                remedy: "Take -s \(speed) out of GPSD_OPTIONS in \(Self.gpsdDefaults), so that gpsd finds the speed.")
        }
        return DoctorCheck(
            .sentences, .failure, "gpsd makes nothing of what \(device) sends, or it sends nothing",
            remedy: "Is it a receiver, powered, and in a mode that gpsd knows? sudo gpsmon \(device) shows its bytes.")
    }

    private func fix(_ hearing: Hearing) -> DoctorCheck {
        guard hearing.isReadable else {
            return DoctorCheck(.fix, .notApplicable, "not before something can be read from the receiver")
        }
        if hearing.isFixed {
            let accuracy = hearing.accuracy.map { " ± \(($0 * 10).rounded() / 10) m" } ?? ""
            return DoctorCheck(.fix, .ok, "there is one\(accuracy)\(hearing.satellites.map { ", \($0)" } ?? "")")
        }
        if let reason = hearing.unusable {
            return DoctorCheck(
                .fix, .failure, "positions come that cannot be used: \(reason)",
                remedy: "Restart the receiver: unplug it. gpsd 3.22 is known for this with u-blox; a newer one helps.")
        }
        let satellites = hearing.satellites.map { ": \($0)" } ?? ""
        let remedy =
            if hearing.satellitesVisible == 0 {
                "It sees no satellite: is the antenna plugged in, and powered where it is an active one?"
            } else if let signal = hearing.strongestSignal, signal < Self.weakSignal {
                "The signals are weak (\(Int(signal)) dB-Hz at most): free sky for the antenna, no metal or heated pane above."
            } else {
                "Give the antenna a free view of the sky; a cold receiver needs half a minute to some minutes."
            }
        return DoctorCheck(.fix, .failure, "the receiver reports, and has no fix\(satellites)", remedy: remedy)
    }

    /// The speed that the configuration gives the port, in baud.
    private var speed: Int? {
        if case .serial(let port) = configuration.receiver.source { port.baud } else { nil }
    }

    private static func fixedSpeed(_ options: [String]) -> String? {
        for (index, option) in options.enumerated() {
            if option == "-s" || option == "--speed" { return options.dropFirst(index + 1).first }
            if option.hasPrefix("-s"), option.count > 2 { return String(option.dropFirst(2)) }
            if option.hasPrefix("--speed=") { return String(option.dropFirst(8)) }
        }
        return nil
    }
}

extension Hearing {
    /// `9 of 12 satellites`
    fileprivate var satellites: String? {
        guard let satellitesVisible else { return nil }
        return "\(satellitesUsed ?? 0) of \(satellitesVisible) satellites in use"
    }
}
