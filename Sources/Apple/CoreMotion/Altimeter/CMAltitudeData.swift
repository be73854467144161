/// A change of altitude, from the pressure of the air.
@_weakLinked open class CMAltitudeData: CMLogItem, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let values: (relativeAltitude: Double, pressure: Double)

    /// Metres above the first measurement since the updates were started.
    open var relativeAltitude: NSNumber { NSNumber(value: values.relativeAltitude) }
    /// Kilopascals.
    open var pressure: NSNumber { NSNumber(value: values.pressure) }

    init(relativeAltitude: Double, pressure: Double, at date: Date) {
        values = (relativeAltitude, pressure)
        super.init(date: date)
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        values = (coder.decodeDouble(forKey: "relativeAltitude"), coder.decodeDouble(forKey: "pressure"))
        super.init(coder: coder)
    }

    /// Writes an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(values.relativeAltitude, forKey: "relativeAltitude")
        coder.encode(values.pressure, forKey: "pressure")
    }
}
