import LocationModel
import LocationServices
import LocdConfiguration
import LocdProtocol
import NMEA

/// The data from the receiver.
extension Doctor {
    /// Signals in dB-Hz below which no receiver gets a fix: under a free sky the strongest has 45 and more.
    private static let weakSignal = 30.0

    func hearingChecks(_ findings: Findings) -> [DoctorCheck] {
        guard let hearing = findings.hearing else {
            let words = "not checked: solve the problems above first"
            return [DoctorCheck(.sentences, .notApplicable, words), DoctorCheck(.fix, .notApplicable, words)]
        }
        return [sentences(hearing), fix(hearing)]
    }

    private func sentences(_ hearing: Hearing) -> DoctorCheck {
        if hearing.isReadable {
            let device = hearing.link?.device.map { " from \($0)" } ?? ""
            let driver = hearing.link?.driver.map { ", driver \($0)" } ?? ""
            if let refused = hearing.link?.refused {
                return DoctorCheck(.sentences, .warning, "of the reports\(device)\(driver), lately: \(refused)")
            }
            return DoctorCheck(.sentences, .ok, "receiving reports\(device)\(driver)")
        }
        let device = hearing.link?.device ?? "the receiver"
        switch hearing.link?.condition {
        case .failing(.unreadable):
            if let detail = hearing.link?.detail, hearing.link?.driver != nil {
                return DoctorCheck(
                    .sentences, .failure, "\(device): \(detail)",
                    remedy: "Have the receiver send RMC and GGA, or choose another port: receiver.source.")
            }
            return DoctorCheck(
                .sentences, .failure, "bytes but no sentences from \(device)\(speed.map { " at \($0) baud" } ?? "")",
                remedy: speed != nil
                    ? "Leave the speed out of receiver.source, so that locd detects it; or set the receiver to NMEA 0183."
                    : "Not readable at any speed: set the receiver to NMEA 0183, or read it through gpsd.")
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
                .sentences, .failure, "\(device) opened, but nothing was received",
                remedy:
                    "Check that it is the receiver's port, and that the receiver has power and its data line is connected."
            )
        }
        if let remedy = Remedy.ofNetworkSource(device) {
            return DoctorCheck(
                .sentences, .failure, "gpsd cannot decode what \(device) sends, or it sends nothing", remedy: remedy)
        }
        let options = ShellAssignments(box.text(Self.gpsdDefaults) ?? "").words("GPSD_OPTIONS")
        if let speed = Self.fixedSpeed(options) {
            return DoctorCheck(
                .sentences, .failure, "gpsd cannot decode what \(device) sends; its speed is fixed at \(speed) baud",
                remedy: "Take -s \(speed) out of GPSD_OPTIONS in \(Self.gpsdDefaults), so that gpsd detects the speed.")
        }
        return DoctorCheck(
            .sentences, .failure, "gpsd cannot decode what \(device) sends, or it sends nothing",
            remedy:
                "Check that it is a receiver, has power, and is in a mode that gpsd supports. sudo gpsmon \(device) shows its bytes."
        )
    }

    private func fix(_ hearing: Hearing) -> DoctorCheck {
        guard hearing.isReadable else {
            return DoctorCheck(.fix, .notApplicable, "not known until the receiver sends data")
        }
        if hearing.isFixed {
            let accuracy = hearing.accuracy.map { " ± \(($0 * 10).rounded() / 10) m" } ?? ""
            return DoctorCheck(.fix, .ok, "fix\(accuracy)\(hearing.satellites.map { ", \($0)" } ?? "")")
        }
        if let reason = hearing.unusable {
            return DoctorCheck(
                .fix, .failure, "the positions are unusable: \(reason)",
                remedy:
                    "Unplug the receiver and plug it in again. gpsd 3.22 is known for this with u-blox; use a newer one."
            )
        }
        let satellites = hearing.satellites.map { ": \($0)" } ?? ""
        let remedy =
            if hearing.satellitesVisible == 0 {
                "No satellites in view: check that the antenna is connected, and powered if it is active."
            } else if let signal = hearing.strongestSignal, signal < Self.weakSignal {
                "The signals are weak (\(Int(rounding: signal, .towardZero)) dB-Hz at most): give the antenna a free view of the sky, without metal or a heated pane above."
            } else {
                "Give the antenna a free view of the sky; a cold start takes half a minute to some minutes."
            }
        return DoctorCheck(.fix, .failure, "the receiver sends reports, but has no fix\(satellites)", remedy: remedy)
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
