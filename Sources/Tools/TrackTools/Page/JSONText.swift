package import LocationModel

package enum JSONText {
    /// An object without a line's end.
    package static func object(_ body: (inout JSONLine) -> Void) -> [UInt8] {
        var line = JSONLine()
        line.begin()
        body(&line)
        line.end()
        return Array(line.object)
    }

    /// An object whose last member, a list or an object, is JSON already.
    package static func object(
        last name: String, _ value: [UInt8], _ body: (inout JSONLine) -> Void
    ) -> [UInt8] {
        var bytes = object(body)
        bytes.removeLast()
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += Array("\"\(name)\":".utf8)
        bytes += value
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}

extension TextBuffer {
    /// A number, or `null` where it is unknown.
    package mutating func append(ifKnown value: Double?, decimals: Int) {
        if let value, value.isFinite { append(value, decimals: decimals) } else { append("null" as StaticString) }
    }
}
