import CoreLocation
import LocationModel

/// The motion of the machine, or of its carrier, from a time on.
@_weakLinked open class CMMotionActivity: CMLogItem, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let kind: MotionActivity.Kind
    private let storedConfidence: CMMotionActivityConfidence
    private let storedStartDate: Date

    /// How certain it is.
    open var confidence: CMMotionActivityConfidence { storedConfidence }
    /// When it was recognized, by the receiver's time: half a minute after it began.
    open var startDate: Date { storedStartDate }
    /// Whether it is not known.
    open var unknown: Bool { kind == .unknown }
    /// Whether it stands.
    open var stationary: Bool { kind == .stationary }
    /// Whether somebody walks.
    open var walking: Bool { kind == .walking }
    /// Whether somebody runs.
    open var running: Bool { kind == .running }
    /// Whether it is in a vehicle, also while that waits.
    open var automotive: Bool { kind == .automotive }
    /// Whether it is on a bicycle.
    open var cycling: Bool { kind == .cycling }

    /// An unknown activity, now.
    public override init() {
        kind = .unknown
        storedConfidence = .low
        storedStartDate = Date()
        super.init(date: storedStartDate)
    }

    init(_ activity: MotionActivity) {
        kind = activity.kind
        storedConfidence = CMMotionActivityConfidence(activity.confidence)
        storedStartDate = Date(activity.timestamp)
        super.init(date: storedStartDate)
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        let word = coder.decodeObject(of: NSString.self, forKey: Key.kind)
        guard let kind = word.flatMap({ MotionActivity.Kind(rawValue: $0 as String) }),
            let confidence = CMMotionActivityConfidence(rawValue: coder.decodeInteger(forKey: Key.confidence)),
            let start = coder.decodeObject(of: NSDate.self, forKey: Key.startDate)
        else { return nil }
        self.kind = kind
        storedConfidence = confidence
        storedStartDate = start as Date
        super.init(coder: coder)
    }

    /// Writes an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(kind.rawValue as NSString, forKey: Key.kind)
        coder.encode(storedConfidence.rawValue, forKey: Key.confidence)
        coder.encode(storedStartDate as NSDate, forKey: Key.startDate)
    }

    /// The activity, its confidence and its time.
    open override var description: String { "\(kind.rawValue) confidence \(storedConfidence) @ \(storedStartDate)" }

    private enum Key {
        static let kind = "activity"
        static let confidence = "confidence"
        static let startDate = "startDate"
    }
}

extension CMMotionActivityConfidence {
    init(_ confidence: MotionActivity.Confidence) {
        self =
            switch confidence {
            case .low: .low
            case .medium: .medium
            case .high: .high
            }
    }
}

/// How certain an activity is.
@_weakLinked public enum CMMotionActivityConfidence: Int, Sendable {
    /// Below 75 %.
    case low = 0
    /// From 75 %.
    case medium = 1
    /// From 90 %.
    case high = 2
}
