package import LocationModel
package import LocationServices
package import LocdConfiguration

/// The remedy for a receiver without a fix. `nil` if none is needed.
package enum Remedy {
    package static func sentence(for condition: ReceiverCondition, source: Configuration.Receiver.Source) -> String? {
        let device = condition.device ?? "the receiver"
        let gpsd = if case .gpsd = source { " or a newer gpsd" } else { "" }
        switch condition.state {
        case .fix2D, .fix3D, .released: return nil
        case .opening: return nil
        case .noFix:
            return condition.cause == .rejected
                ? "See the rejected fixes below; another receiver\(gpsd) may help."
                : "Give the antenna a free view of the sky; a cold start takes half a minute to some minutes."
        case .frozen: return "Unplug the receiver and plug it in again; if it happens again, try another\(gpsd)."
        case .timeNotTrusted:
            let wait =
                "Wait until the receiver knows the time (some minutes under free sky); its backup battery may be empty."
            guard case .serial = source else { return wait }
            return wait + " If it sends no date, have it send RMC or ZDA, or synchronise the system clock."
        case .absent, .silent, .stale:
            return sentence(forAbsence: condition.cause, device: device, source: source)
        }
    }

    /// The remedy for unreadable data.
    package static func sentence(
        forAbsence cause: OutageCause?, device: String, source: Configuration.Receiver.Source
    ) -> String? {
        if case .file(let recording) = source { return sentence(forAbsence: cause, ofRecording: recording.path) }
        switch cause {
        case .noGPSD:
            guard case .gpsd(let address) = source, !address.isLocal else {
                return
                    "Start gpsd: systemctl start gpsd.socket gpsd. If it runs, it hangs or fails: systemctl restart gpsd, or see locd doctor."
            }
            return
                "Check that gpsd on \(address.host) runs with -G, and that TCP port \(address.port) is open to this machine."
        case .noDevice:
            if case .gpsd(let address) = source {
                guard let device = address.device else {
                    let name = GPSDAddress.isPath(device) ? device : "/dev/ttyUSB0"
                    return "Plug the receiver in, or add it to gpsd: gpsdctl add \(name) (or in /etc/default/gpsd)."
                }
                return
                    "Plug the receiver in, add it to gpsd (gpsdctl add \(device)), or correct receiver.source: locd doctor lists what is connected."
            }
            return "Plug the receiver in, or correct receiver.source: locd doctor lists what is connected."
        case .unplugged: return "Plug the receiver in again; locd resumes automatically."
        case .permissionDenied:
            return
                "Allow locd to open \(device): add user locd to the group of the device; locd doctor shows what else forbids it."
        case .busy: return "Another program has \(device) open: fuser -v \(device) shows which."
        case .deviceError:
            // gpsd refuses to watch a device that it does not have.
            if case .gpsd = source { return sentence(forAbsence: .noDevice, device: device, source: source) }
            return "Unplug the receiver and plug it in again; journalctl -k shows what the kernel saw."
        case .unreadable:
            if case .gpsd = source {
                return "Have the receiver send positions (RMC and GGA of NMEA 0183). gpsmon shows what gpsd receives."
            }
            return
                "Leave the baud rate out so that locd detects it, and have the receiver send RMC and GGA of NMEA 0183."
        case .silent:
            if case .serial = source {
                return "Check that \(device) is a receiver, has power, and uses the configured speed."
            }
            return ofNetworkSource(device)
                ?? "Check that \(device) is a receiver, has power, and uses gpsd's speed. gpsmon shows what it sends."
        case .endOfRecording, .noFix, .rejected, .notTrusted, .inaccurate, .released, .restart,
            .privateRegion, nil:
            return nil
        }
    }

    /// The remedy for a silent device of gpsd that has no port here: `tcp://…`, `ntrip://…`. `nil` for others.
    static func ofNetworkSource(_ device: String) -> String? {
        guard !GPSDAddress.isPath(device), device.contains("://") else { return nil }
        return "Check that the server can be reached and sends positions. gpspipe -R shows what gpsd receives."
    }

    private static func sentence(forAbsence cause: OutageCause?, ofRecording path: String) -> String? {
        switch cause {
        case .noDevice: return "Put the recording there; locd waits for it. Or correct receiver.source."
        case .permissionDenied: return "Allow the user locd to read \(path) and enter the directories above it."
        case .unreadable, .deviceError:
            return "Give receiver.source a readable recording: NMEA, gpsd's JSON or a track, also as gzip."
        case .endOfRecording:
            return "Set receiver.source to a receiver; systemctl restart locd plays the recording again."
        default: return nil
        }
    }
}
