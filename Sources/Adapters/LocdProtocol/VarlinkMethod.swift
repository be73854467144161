/// A method of an interface: its name, its parameters and its reply. Client and daemon share these types, and a test
/// checks each against the interface file.
public protocol VarlinkMethod: Sendable {
    /// The parameters of a call.
    associatedtype Parameters: VarlinkParameters
    /// The parameters of a reply.
    associatedtype Reply: Codable & Sendable
    /// The full name, interface and member: `org.locd.Location.Status`.
    static var name: String { get }
}

/// A method that answers repeatedly, to callers that ask for more.
public protocol VarlinkStream: VarlinkMethod {}

/// The parameters of a call. A member with any other name is an error of the caller.
public protocol VarlinkParameters: Codable, Sendable {
    /// The names of all members.
    static var parameterNames: Set<String> { get }
}

/// The parameters of a method that takes none.
public struct NoParameters: VarlinkParameters, Hashable {
    /// No names.
    public static var parameterNames: Set<String> { [] }

    /// Creates empty parameters.
    public init() {}
}
