import LocationModel
import LocdProtocol

extension ReceiverStatus {
    /// The state in a few words, as the beginning of a sentence.
    var words: String {
        switch state {
        case .fix3D: "3D fix"
        case .fix2D: "2D fix"
        case .opening: "Opening the receiver"
        case .noFix: "No fix"
        case .stale: "Nothing from the receiver"
        case .frozen: "Position frozen while it moves"
        case .timeNotTrusted: "A position, but no time to be trusted"
        case .released: "Receiver let go of on purpose"
        case .silent where cause == .unreadable:
            isRecording ? "Nothing readable in the recording" : "Nothing readable from the receiver"
        case .silent: "The receiver is silent"
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
        case .permissionDenied: isRecording ? "Recording may not be read" : "Receiver may not be opened"
        case .busy: "Receiver held by another program"
        case .deviceError: isRecording ? "Recording cannot be read" : "Receiver cannot be read"
        case .endOfRecording: "The recording has ended"
        case .privateRegion: "It is in a private region"
        default: "No receiver"
        }
    }

    /// How many satellites, where known.
    var satellites: String? {
        switch (satellitesUsed, satellitesVisible) {
        case (let used?, let visible?): "\(used) of \(visible) satellites"
        case (let used?, nil): "\(Wording.counted(used, "satellite")) used"
        case (nil, let visible?): "\(Wording.counted(visible, "satellite")) in view"
        case (nil, nil): nil
        }
    }
}

extension SettingsStatus {
    /// Why these settings are in force, in a few words.
    var words: String {
        let cause =
            switch reason {
            case .raised: "accuracy raised for a while"
            case .region: "in a region that asks for it"
            case .sleep: "asleep"
            case .lowBattery: "the battery is low"
            case .battery: "on battery"
            case .preset: "by the configured preset"
            }
        return activity.map { "\(cause), \($0)" } ?? cause
    }
}

extension RecorderStatus {
    /// The state in a few words.
    var words: String {
        switch state {
        case .off: "off"
        case .waiting: "waiting for a fix"
        case .recording: "recording"
        case .paused: cause.map { "paused (\($0))" } ?? "paused"
        case .failed: "not writing"
        }
    }
}
