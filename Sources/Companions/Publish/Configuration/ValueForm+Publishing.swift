internal import LocationModel
import LocdConfiguration

extension ValueForm where Value == String {
    /// A word of printable characters without slash, plus and number sign, which have a meaning in topics.
    static func token(_ what: String, _ maximumBytes: Int) -> Self {
        Self("\(what), at most \(maximumBytes) bytes") { scalar throws(ValueProblem) in
            guard (1...maximumBytes).contains(scalar.text.utf8.count),
                scalar.text.unicodeScalars.allSatisfy({ $0.isVisible && !"/+#".unicodeScalars.contains($0) })
            else { throw ValueProblem(.badValue, "\(scalar.text.quoted) is invalid here") }
            return scalar.text
        } spell: {
            $0.yamlScalar
        }
    }

    /// A topic of MQTT to publish to: levels between slashes, no wildcard.
    static var topic: Self {
        Self("a topic without + and #, at most 200 bytes") { scalar throws(ValueProblem) in
            guard (1...200).contains(scalar.text.utf8.count), !scalar.text.hasPrefix("/"), !scalar.text.hasSuffix("/"),
                scalar.text.unicodeScalars.allSatisfy({ $0.isVisible && $0 != "+" && $0 != "#" })
            else { throw ValueProblem(.badValue, "\(scalar.text.quoted) is not a topic") }
            return scalar.text
        } spell: {
            $0.yamlScalar
        }
    }

    /// The address of a server. A message about an invalid one does not repeat it, because it may contain a password.
    static var serverURL: Self {
        Self("http://… or https://…, for a broker mqtt://HOST[:PORT] or mqtts://HOST[:PORT]") {
            scalar throws(ValueProblem) in
            let text = scalar.text
            let scheme = ["https://", "http://", "mqtts://", "mqtt://"].first { text.lowercased().hasPrefix($0) }
            guard let scheme, text.utf8.count <= 2000,
                text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
            else {
                throw ValueProblem(.badValue, "this is not the address of a server", hint: "https://example.org/pub")
            }
            let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
            guard !authority.contains("@") else {
                throw ValueProblem(.badValue, "a user does not belong into the address; write user: and passwordFile:")
            }
            guard !authority.isEmpty else { throw ValueProblem(.badValue, "the address has no host") }
            return text
        } spell: {
            $0.yamlScalar
        }
    }
}

extension ValueForm where Value == PublishSink.Accuracy {
    /// `full`, `reduced`, or metres.
    static var publishAccuracy: Self {
        ValueForm<Double>.number(10...100_000, "m").map({ Value.radius($0) }) { value in
            if case .radius(let metres) = value { metres } else { nil }
        }
        .or("reduced", for: .reduced, meaning: "about 5 km, four times an hour").or("full", for: .full)
    }
}

extension ValueForm where Value == PublishSink.Start {
    /// `all`, `now`, or a day.
    static var publishStart: Self {
        Self("all, now, or a UTC day such as 2026-11-01", words: ["all", "now"]) { scalar throws(ValueProblem) in
            switch scalar.text {
            case "all": return .all
            case "now": return .now
            default:
                guard let day = CivilDate(scalar.text) else {
                    throw ValueProblem(.badValue, "\(scalar.text.quoted) is not a day")
                }
                return .day(day)
            }
        } spell: {
            switch $0 {
            case .all: "all"
            case .now: "now"
            case .day(let day): "\(day)"
            }
        }
    }
}

extension ValueForm where Value == Int {
    /// A size such as 50MB.
    static var byteSize: Self {
        Self("a size such as 50MB, at least 10KB") { scalar throws(ValueProblem) in
            let bytes = try ByteSize.parse(scalar.text)
            guard bytes >= 10_000 else { throw ValueProblem(.outOfRange, "\(scalar.text) is below 10KB") }
            return bytes
        } spell: {
            ByteSize.spell($0)
        }
    }
}
