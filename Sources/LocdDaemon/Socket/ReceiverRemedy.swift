public import LocationModel

/// What to do about a receiver that gives no fix.
public enum ReceiverRemedy {
    /// A sentence for a person; `nil` where nothing is wrong, or nothing but time helps.
    /// - Parameters:
    ///   - source: What is read, as the configuration spells it: the remedy differs for gpsd and a serial port.
    public static func sentence(for state: ReceiverState, cause: OutageCause?, source: String) -> String? {
        let isGPSD = source.hasPrefix("gpsd:")
        switch state {
        case .fix2D, .fix3D, .released, .opening: return nil
        case .noFix: return "Give the antenna a clear view of the sky; a first fix can take some minutes."
        case .frozen: return "Restart the receiver: unplug it and plug it in again."
        case .timeNotTrusted: return "Wait until the receiver has a full date, or synchronise the system clock."
        case .absent, .silent, .stale: return sentence(for: cause, isGPSD: isGPSD)
        }
    }

    private static func sentence(for cause: OutageCause?, isGPSD: Bool) -> String {
        switch cause {
        case .noGPSD: "Start gpsd: systemctl start gpsd.socket. Not installed? apt install gpsd."
        case .noDevice: "Plug the receiver in, or tell gpsd of it: gpsdctl add /dev/ttyUSB0."
        case .unplugged: "Plug the receiver in again."
        case .permissionDenied where isGPSD: "Let gpsd read the device: it runs in group dialout."
        case .permissionDenied: "Let locd read the device: adduser locd dialout, then systemctl restart locd."
        case .busy: "Stop the program that holds it; ModemManager lets go after about 10 s, gpsd does not."
        case .unreadable where isGPSD: "Set the receiver's speed in /etc/default/gpsd (GPSD_OPTIONS=\"-s 9600\")."
        case .unreadable: "Set the receiver's speed in receiver.source: serial:/dev/ttyUSB0?baud=9600."
        case .endOfRecording: "Name another recording, or a receiver, in receiver.source."
        default:
            isGPSD
                ? "Look whether gpsd hears the receiver: gpspipe -w -n 10. If not, unplug it and plug it in again."
                : "Look whether it is the right port and speed; unplug the receiver and plug it in again."
        }
    }
}
