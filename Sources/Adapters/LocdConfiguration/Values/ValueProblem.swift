/// A problem of one value, before its position is known.
package struct ValueProblem: Error, Hashable {
    package var code: ConfigurationProblem.Code
    /// The problem: `"ten" is not a number`.
    package var what: String
    /// The likely intention, in the form of the file.
    package var hint: String?

    package init(_ code: ConfigurationProblem.Code, _ what: String, hint: String? = nil) {
        self.code = code
        self.what = what
        self.hint = hint
    }
}

/// Takes a path that means the same wherever the daemon was started.
package func absolutePath(_ text: some StringProtocol, maximumBytes: Int = 4095) throws(ValueProblem) -> String {
    let path = String(text)
    guard path.hasPrefix("/") else {
        throw ValueProblem(
            .badValue,
            path.isEmpty ? "the path is missing" : "the path \(path.quoted) is not absolute: it must begin with /")
    }
    guard path.utf8.count <= maximumBytes else {
        throw ValueProblem(
            .outOfRange, "the path has \(path.utf8.count) bytes, and the system allows at most \(maximumBytes)")
    }
    guard path.unicodeScalars.allSatisfy({ $0.isVisible }) else {
        throw ValueProblem(.badValue, "the path \(path.quoted) contains a control character")
    }
    return path
}
