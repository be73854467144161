/// Garmin's estimated position error, in metres.
public struct PGRME: Sendable, Hashable {
    /// Horizontal, above 0.
    public var horizontal: Double?
    /// Vertical, above 0.
    public var vertical: Double?

    init(_ fields: consuming FieldReader) {
        horizontal = fields.metres().flatMap { $0 > 0 ? $0 : nil }
        vertical = fields.metres().flatMap { $0 > 0 ? $0 : nil }
    }
}
