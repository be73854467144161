internal import Glibc

/// This machine.
package enum SystemHost {
    /// Its name, without the domain: `gethostname(2)` up to the first dot; empty if it has none.
    package static var name: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
        let dot = CChar(bitPattern: UInt8(ascii: "."))
        return String(
            decoding: buffer.prefix { $0 != 0 && $0 != dot }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
