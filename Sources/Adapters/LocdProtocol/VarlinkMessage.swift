import FoundationEssentials

/// One message: the bytes of a JSON object, checked before they are decoded.
struct VarlinkMessage: Sendable {
    /// The maximum nesting of brackets. Our messages nest five deep; the limit protects a recursive decoder from
    /// untrusted input.
    static let maximumDepth = 32

    let data: Data

    /// Accepts bytes that are UTF-8 and nest no deeper than ``maximumDepth``.
    init(_ bytes: [UInt8]) throws(VarlinkError) {
        guard Self.depth(of: bytes) <= Self.maximumDepth else {
            throw .invalidMessage(.tooDeep, detail: "A message can nest at most \(Self.maximumDepth) brackets.")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw .invalidMessage(.malformed, detail: "A message is JSON in UTF-8.")
        }
        data = Data(bytes)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws(DecodingFailure) -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw DecodingFailure(error)
        }
    }

    /// The bytes of a value as JSON, terminated by a NUL. Members are sorted, so that equal values have equal bytes.
    static func encode(_ value: some Encodable) throws(EncodingFailure) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            var bytes = [UInt8](try encoder.encode(value))
            bytes.append(0)
            return bytes
        } catch {
            throw EncodingFailure(underlying: "\(error)")
        }
    }

    private static func depth(of bytes: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}

extension Encodable {
    /// One line of JSON, without the newline. Members are sorted, so that equal values have equal texts.
    /// - Throws: ``EncodingFailure`` if a number is not finite.
    package func jsonText() throws(EncodingFailure) -> String {
        String(decoding: try VarlinkMessage.encode(self).dropLast(), as: UTF8.self)
    }
}
