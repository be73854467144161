import CoreLocation
import LocationModel

/// An altitude above mean sea level, from the receiver.
@_weakLinked open class CMAbsoluteAltitudeData: CMLogItem, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let values: (altitude: Double, accuracy: Double)

    /// Metres above mean sea level.
    open var altitude: Double { values.altitude }
    /// Metres, 68 %; negative: not known.
    open var accuracy: Double { values.accuracy }
    /// Metres that two altitudes must differ by to mean something: the accuracy, because a receiver does not say how
    /// much of its error two altitudes share. Negative: not known.
    open var precision: Double { values.accuracy }

    /// The altitude of a location; `nil` if it has none.
    init?(_ location: Location) {
        guard let altitude = location.altitude else { return nil }
        values = (altitude, location.verticalAccuracy ?? -1)
        super.init(date: Date(location.timestamp))
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        values = (coder.decodeDouble(forKey: "altitude"), coder.decodeDouble(forKey: "accuracy"))
        super.init(coder: coder)
    }

    /// Writes an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(values.altitude, forKey: "altitude")
        coder.encode(values.accuracy, forKey: "accuracy")
    }
}
