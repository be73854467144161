/// The parameters of a method that only asks under which label.
public struct LabelParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label"] }

    /// The label that the client gives itself.
    public var label: String?

    /// A label, or none.
    public init(label: String? = nil) {
        self.label = label
    }
}
