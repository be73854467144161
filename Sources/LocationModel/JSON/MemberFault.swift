/// A problem with a member that makes an object an invalid record of its type.
package struct MemberFault: Error {
    /// The kind of fault.
    package enum Code: Sendable {
        /// A required member is absent.
        case missing
        /// A required member has the wrong kind or is out of range.
        case invalid
    }

    /// The kind of fault.
    package var code: Code
    /// The name of the member.
    package var name: StaticString

    /// Creates a fault of a member.
    package init(_ code: Code, _ name: StaticString) {
        self.code = code
        self.name = name
    }
}
