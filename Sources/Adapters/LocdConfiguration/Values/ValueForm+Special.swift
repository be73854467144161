internal import LocationModel
internal import LocationServices
internal import Tracks

extension ValueForm where Value == Configuration.Receiver.Source {
    /// `gpsd://HOST:PORT[/DEVICE]`, `serial:PATH[?baud=N&checksum=POLICY]` or `file:PATH[?date=YYYY-MM-DD]`.
    static var receiverSource: Self {
        Self(
            "gpsd://HOST:PORT[/DEVICE], serial:/dev/DEVICE[?baud=N&checksum=POLICY], or file:/PATH[?date=YYYY-MM-DD]"
        ) { scalar throws(ValueProblem) in
            try Value(parsing: scalar.text)
        } spell: {
            $0.description.yamlScalar
        }
    }
}

extension ValueForm where Value == DesiredAccuracy {
    /// A Core Location name, or metres.
    static func desiredAccuracy(_ range: ClosedRange<Double>) -> Self {
        let number = ValueForm<Double>.number(range, "metres")
        let words = DesiredAccuracy.names
        return Self("\(words.joined(separator: ", ")), or \(number.allowed)", words: words) {
            scalar throws(ValueProblem) in
            if words.contains(scalar.text), let value = DesiredAccuracy(scalar.text) { return value }
            return .meters(try number.parse(scalar))
        } spell: {
            if case .meters(let radius) = $0 { number.spell(radius) } else { $0.description }
        }
    }
}

extension ValueForm where Value == TrackSync {
    /// Seconds, `always` or `never`.
    static func sync(_ range: ClosedRange<Double>) -> Self {
        ValueForm<Double>.number(range, "seconds")
            .map({ Value.interval(.seconds($0)) }, { if case .interval(let time) = $0 { time.seconds } else { nil } })
            .or("always", for: .always)
            .or("never", for: .never)
    }
}

extension ValueForm where Value == TrackRotation {
    /// `daily`, `never`, or a size with its unit.
    static func rotation(_ range: ClosedRange<Int>) -> Self {
        let bounds = "\(ByteSize.spell(range.lowerBound)) to \(ByteSize.spell(range.upperBound))"
        let words = ["daily", "never"]
        return Self("daily (by UTC), never, or a size such as 64MB (\(bounds))", words: words) {
            scalar throws(ValueProblem) in
            switch scalar.text {
            case "daily": return .daily
            case "never": return .never
            default:
                let bytes = try ByteSize.parse(scalar.text)
                guard range.contains(bytes) else {
                    throw ValueProblem(.outOfRange, "\(scalar.text) is outside \(bounds)")
                }
                return .size(bytes: Int64(bytes))
            }
        } spell: {
            switch $0 {
            case .daily: "daily"
            case .never: "never"
            case .size(let bytes): ByteSize.spell(Int(bytes))
            }
        }
    }
}

extension ValueForm where Value == GeocodingServer? {
    /// `https://HOST[:PORT][/PATH]`, `http://…`, or a word for none.
    static func geocodingServer(or word: String) -> Self {
        ValueForm<GeocodingServer>("https://HOST[:PORT][/PATH] or http://HOST[:PORT][/PATH]") {
            scalar throws(ValueProblem) in
            try GeocodingServer(parsing: scalar.text)
        } spell: {
            $0.description.yamlScalar
        }.or(word)
    }
}

extension ValueForm where Value == [ListeningAddress] {
    /// A YAML list of addresses; in the environment, with spaces between them.
    static var listeningAddresses: Self {
        Self("a list of unix:PATH and tcp://ADDRESS:PORT, or []", takesList: true) { scalar throws(ValueProblem) in
            guard scalar.text != "[]" else { return [] }
            guard !scalar.text.isEmpty else { throw ValueProblem(.wrongType, "there is no value") }
            var addresses: [ListeningAddress] = []
            for text in scalar.text.split(separator: " ") {
                addresses.append(try ListeningAddress(parsing: String(text)))
            }
            guard addresses.count <= 16 else {
                throw ValueProblem(.outOfRange, "\(addresses.count) addresses are more than 16")
            }
            return addresses
        } spell: {
            // Within a list, a bracket has a meaning.
            let texts = $0.map { $0.description.contains("[") ? $0.description.yamlQuoted : $0.description.yamlScalar }
            return "[\(texts.joined(separator: ", "))]"
        }
    }
}
