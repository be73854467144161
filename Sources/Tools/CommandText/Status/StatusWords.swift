import LocationModel
package import LocdProtocol
import Phrasing

extension ReceiverStatus {
    /// The state in a few words, as the beginning of a sentence.
    package var words: String {
        switch state {
        case .fix3D: "3D fix"
        case .fix2D: "2D fix"
        case .opening: "Opening the receiver"
        case .noFix: "Searching for satellites"
        case .stale: "No data from the receiver"
        case .frozen: "Position frozen while moving"
        case .timeNotTrusted: "Position without a trusted time"
        case .released: "Receiver released to save power"
        case .silent where cause == .unreadable:
            isRecording ? "No readable data in the recording" : "No usable data from the receiver"
        case .silent: "Receiver silent"
        case .absent: absenceWords
        }
    }

    private var isRecording: Bool { source.hasPrefix("file:") }

    private var absenceWords: String {
        switch cause {
        case .noGPSD: "No gpsd"
        case .noDevice where source.hasPrefix("gpsd:"): "gpsd has no receiver"
        case .noDevice where isRecording: "No recording"
        case .unplugged: "Receiver unplugged"
        case .permissionDenied:
            isRecording ? "No permission to read the recording" : "No permission to open the receiver"
        case .busy: "Receiver in use by another program"
        case .deviceError: isRecording ? "Recording not readable" : "Receiver not readable"
        case .endOfRecording: "End of the recording"
        case .privateRegion: "In a private region"
        default: "No receiver"
        }
    }

    /// The number of satellites, if known.
    var satellites: String? {
        switch (satellitesUsed, satellitesVisible) {
        case (let used?, let visible?): "\(used) of \(visible) satellites"
        case (let used?, nil): "\(Words.counted(used, "satellite")) used"
        case (nil, let visible?): "\(Words.counted(visible, "satellite")) in view"
        case (nil, nil): nil
        }
    }
}

extension SettingsStatus {
    /// Why these settings are in force, in a few words.
    var words: String {
        let cause =
            switch reason {
            case .raised: "accuracy raised temporarily"
            case .region: "set by the region"
            case .sleep: "asleep"
            case .powerSaver: "the desktop saves power"
            case .lowBattery: "low battery"
            case .mediumBattery: "medium battery"
            case .battery: "on battery"
            case .preset: "configured preset"
            }
        return activity.map { "\(cause), \($0)" } ?? cause
    }
}

extension RecorderStatus {
    var words: String {
        switch state {
        case .off: "off"
        case .waiting: "waiting for a fix"
        case .recording: "recording"
        case .paused: cause.map { "paused (\($0))" } ?? "paused"
        case .failed: "not writable"
        }
    }
}

extension StepsStatus {
    var words: String {
        switch state {
        case .absent: "no step counter"
        case .disabled: "step counter switched off"
        case .active: "step counter in use"
        }
    }
}

extension CompassStatus {
    var words: String {
        switch state {
        case .absent: "no compass"
        case .idle: "idle (no client wants headings)"
        case .active: "in use"
        }
    }
}

extension BeaconStatus {
    var words: String {
        switch state {
        case .absent: "nothing listens"
        case .idle: "idle (no client wants beacons)"
        case .active: "listening"
        }
    }
}
