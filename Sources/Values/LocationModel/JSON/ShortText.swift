/// Writes ASCII into room on the stack that its owner knows to be enough: a name of JSON and a number or a time. An
/// array that grows byte by byte costs several times as much.
struct ShortText {
    /// The longest name that may be written.
    static let longestKey = 64
    /// How many bytes a value may have.
    static let room = 56
    /// How many bytes there must be: name, value, punctuation.
    static let capacity = 128

    /// Where the next byte goes.
    var next: UnsafeMutablePointer<UInt8>

    init(_ start: UnsafeMutablePointer<UInt8>) {
        next = start
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        next.initialize(to: byte)
        next += 1
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        next.initialize(from: text.utf8Start, count: text.utf8CodeUnitCount)
        next += text.utf8CodeUnitCount
    }

    /// A number with a fixed count of decimals, 0 to 9.
    mutating func append(_ value: Double, decimals: Int) {
        let scaled = (value * Self.powers[decimals]).rounded()
        guard abs(scaled) < 9e15 else {
            // At most 24 bytes.
            for byte in value.description.utf8 { append(byte) }
            return
        }
        append(UInt(rounding: scaled.magnitude, .towardZero), isNegative: scaled < 0, decimals: decimals)
    }

    /// A number of which the last digits, `decimals` of them, stand behind a point.
    mutating func append(_ magnitude: UInt, isNegative: Bool, decimals: Int = 0) {
        // The last digit comes first, so it is written from the end of the longest number there is: sign, 20 digits,
        // point.
        let end = next + 22
        var first = end
        var rest = magnitude
        if decimals > 0 {
            for _ in 0..<decimals { Self.put(&rest, before: &first) }
            first -= 1
            first.initialize(to: UInt8(ascii: "."))
        }
        repeat { Self.put(&rest, before: &first) } while rest > 0
        if isNegative {
            first -= 1
            first.initialize(to: UInt8(ascii: "-"))
        }
        next.update(from: first, count: end - first)
        next += end - first
    }

    @inline(__always)
    private static func put(_ rest: inout UInt, before first: inout UnsafeMutablePointer<UInt8>) {
        first -= 1
        first.initialize(to: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
    }

    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
}
