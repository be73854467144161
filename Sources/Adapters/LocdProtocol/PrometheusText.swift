internal import LocationModel

/// Metrics in Prometheus' text exposition format, version 0.0.4, named by its conventions: base units in the name,
/// `_total` for counters.
package struct PrometheusText {
    /// The type of a family.
    package enum Kind: String {
        /// Grows until the program restarts.
        case counter
        /// Goes up and down.
        case gauge
    }

    /// One value of a family.
    package struct Sample {
        var labels: [(name: String, value: String)] = []
        let value: Double

        /// A value with the labels that distinguish it from the others of its family.
        package init(_ value: Double, _ labels: (name: String, value: String)...) {
            self.value = value
            self.labels = labels
        }
    }

    package private(set) var text = ""

    package init() {}

    /// Adds a family. Unknown values are absent, and a family without values is omitted.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            text += name
            if !sample.labels.isEmpty {
                let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
                text += "{\(labels.joined(separator: ","))}"
            }
            text += " \(Self.number(sample.value))\n"
        }
    }

    /// Adds a family of one value; omitted if the value is unknown.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        add(name, kind, help, value.map { [Sample($0)] } ?? [])
    }

    /// Adds a family for a state: 1 for the current one, 0 for all others, so that no series ever vanishes.
    package mutating func add<State: CaseIterable & RawRepresentable & Equatable>(
        _ name: String, _ help: String, state: State
    ) where State.RawValue == String {
        add(name, .gauge, help, State.allCases.map { Sample($0 == state ? 1 : 0, ("state", $0.rawValue)) })
    }

    /// Adds a family of counts by reason, with 0 for reasons that never occurred.
    package mutating func add(_ name: String, _ help: String, by reasons: [String], _ counts: [String: Int]) {
        add(name, .counter, help, reasons.map { Sample(Double(counts[$0] ?? 0), ("reason", $0)) })
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? "\(Int64(rounding: value, .towardZero))" : "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
