/// Why an object is not the record that its type promises.
package struct MemberFault: Error {
    /// The kind of fault.
    package enum Code: Sendable {
        /// A member that this type needs is absent.
        case missing
        /// A value of the wrong kind, or out of range where the record is worthless without it.
        case invalid
    }

    /// The kind of fault.
    package var code: Code
    /// The member that it is about.
    package var name: StaticString

    /// A fault of a member.
    package init(_ code: Code, _ name: StaticString) {
        self.code = code
        self.name = name
    }
}
