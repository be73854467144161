/// The parameters of a method that takes only a label.
public struct LabelParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label"] }

    /// The label that the client gives itself.
    public var label: String?

    /// Creates parameters with an optional label.
    public init(label: String? = nil) {
        self.label = label
    }
}
