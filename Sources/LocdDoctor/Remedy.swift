package import LocationModel
package import LocationServices
package import LocdConfiguration

/// What a person can do about a receiver that gives no fix. `nil` where there is nothing to do.
package enum Remedy {
    package static func sentence(for condition: ReceiverCondition, source: Configuration.Receiver.Source) -> String? {
        let device = condition.device ?? "the receiver"
        switch condition.state {
        case .fix2D, .fix3D, .released: return nil
        case .opening: return nil
        case .noFix:
            return condition.cause == .rejected
                ? "See the rejected fixes below; another receiver or a newer gpsd may help."
                : "Give the antenna a free view of the sky; a cold receiver needs half a minute to some minutes."
        case .frozen: return "Restart the receiver (unplug it); if it happens again, try a newer gpsd."
        case .timeNotTrusted:
            return "Wait until the receiver knows the time (some minutes under free sky); is its backup battery empty?"
        case .absent, .silent, .stale:
            return sentence(forAbsence: condition.cause, device: device, source: source)
        }
    }

    /// What to do where nothing readable comes.
    package static func sentence(
        forAbsence cause: OutageCause?, device: String, source: Configuration.Receiver.Source
    ) -> String? {
        if case .file(let recording) = source { return sentence(forAbsence: cause, ofRecording: recording.path) }
        switch cause {
        case .noGPSD:
            guard case .gpsd(let address) = source, !address.isLocal else {
                return "Start gpsd: systemctl start gpsd.socket gpsd. It may lack a receiver in /etc/default/gpsd."
            }
            return "Is gpsd on \(address.host) running with -G, and is TCP port \(address.port) open to this machine?"
        case .noDevice:
            if case .serial = source {
                return "Plug the receiver in, or correct receiver.source: locd doctor says what there is."
            }
            return "Plug the receiver in, or name it to gpsd: gpsdctl add /dev/ttyUSB0 (or in /etc/default/gpsd)."
        case .unplugged: return "Plug the receiver in again; locd goes on by itself."
        case .permissionDenied: return "Let the daemon open \(device): add user locd to the group of the device."
        case .busy: return "Somebody else holds \(device): fuser -v \(device) says who."
        case .deviceError: return "Unplug the receiver and plug it in again; journalctl -k says what the kernel saw."
        case .unreadable: return "Most likely the wrong baud rate: set it, or leave it out so that it is found."
        case .silent:
            if case .serial = source { return "Is \(device) a receiver, powered, and at the speed that is configured?" }
            return "Is \(device) a receiver, powered, and at gpsd's speed? gpsmon shows what it says."
        case .endOfRecording, .noFix, .rejected, .inaccurate, .released, .restart, .privateRegion, nil: return nil
        }
    }

    private static func sentence(forAbsence cause: OutageCause?, ofRecording path: String) -> String? {
        switch cause {
        case .noDevice: return "Put the recording there; locd waits for it. Or correct receiver.source."
        case .permissionDenied: return "Let user locd read \(path) and the folders that it lies in."
        case .unreadable, .deviceError:
            return "Give receiver.source a recording that can be read: NMEA, gpsd's JSON or a track, also as gzip."
        case .endOfRecording:
            return "Set receiver.source to a receiver; systemctl restart locd plays the recording again."
        default: return nil
        }
    }
}
