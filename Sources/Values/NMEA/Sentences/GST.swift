/// Error statistics of the position: standard deviations in metres, each above 0.
public struct GST: Sendable, Hashable {
    /// Time of the position.
    public var time: TimeOfDay?
    /// Along the major axis of the error ellipse.
    public var semiMajor: Double?
    /// Along its minor axis.
    public var semiMinor: Double?
    /// Direction of the major axis, degrees true, 0..<360.
    public var orientation: Double?
    /// Of the latitude.
    public var latitude: Double?
    /// Of the longitude.
    public var longitude: Double?
    /// Of the altitude.
    public var altitude: Double?

    init(_ fields: consuming FieldReader) {
        time = fields.timeOfDay()
        fields.skip()
        semiMajor = fields.deviation()
        semiMinor = fields.deviation()
        orientation = fields.direction()
        latitude = fields.deviation()
        longitude = fields.deviation()
        altitude = fields.deviation()
    }
}
