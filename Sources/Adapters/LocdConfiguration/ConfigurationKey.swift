internal import Phrasing

/// One key of the configuration: its name, allowed values and meaning, and how it is read and printed.
///
/// ``all`` is the only place that spells the keys: checking, printing, environment variables, suggestions, the default
/// file and the documentation come from it.
public struct ConfigurationKey: Sendable, Identifiable {
    /// When a changed value takes effect.
    public enum Application: String, Sendable, Hashable, CaseIterable {
        /// At `systemctl reload locd`.
        case reload
        /// At `systemctl restart locd`.
        case restart
    }

    /// The section that contains it.
    public let section: ConfigurationSection
    /// Its name within the section, `distanceFilter`; empty if the section is only this value.
    public let name: String
    /// The allowed values, as a noun: `a number from 1 to 3600 (s)`.
    public let allowed: String
    /// The meaning.
    public let summary: String
    /// When a changed value takes effect.
    public let application: Application

    let words: [String]
    /// Whether the value may be a YAML list.
    package let takesList: Bool
    /// Reads a YAML list of any nodes; `nil` if only a list of values is allowed, or no list.
    let readList: (@Sendable ([YAMLNode], YAMLPosition, String, inout Configuration) -> ConfigurationProblemList)?
    private let write: @Sendable (YAMLScalar, inout Configuration) throws(ValueProblem) -> Void
    private let read: @Sendable (Configuration) -> String
    private let differs: @Sendable (Configuration, Configuration) -> Bool
    private let copy: @Sendable (Configuration, inout Configuration) -> Void

    init<Value>(
        _ section: ConfigurationSection, _ name: String, _ field: any WritableKeyPath<Configuration, Value> & Sendable,
        _ form: ValueForm<Value>, _ summary: String, application: Application = .reload,
        readList: (@Sendable ([YAMLNode], YAMLPosition, String, inout Configuration) -> ConfigurationProblemList)? = nil
    ) {
        self.section = section
        self.name = name
        self.summary = summary
        self.application = application
        allowed = form.allowed
        words = form.words
        takesList = form.takesList || readList != nil
        self.readList = readList
        write = { scalar, configuration throws(ValueProblem) in configuration[keyPath: field] = try form.parse(scalar) }
        read = { form.spell($0[keyPath: field]) }
        differs = { $0[keyPath: field] != $1[keyPath: field] }
        copy = { $1[keyPath: field] = $0[keyPath: field] }
    }

    /// The name with its section: `recorder.distanceFilter`.
    public var id: String { isSection ? section.rawValue : "\(section.rawValue).\(name)" }

    /// Whether the section is only this value.
    package var isSection: Bool { name.isEmpty }

    /// The environment variable that overrides it: `LOCD_RECORDER_DISTANCEFILTER`.
    public var environmentVariable: String {
        isSection ? "LOCD_\(section.rawValue.uppercased())" : "\(section.environmentPrefix)\(name.uppercased())"
    }

    /// The default as written in the file.
    public var defaultText: String { text(in: Configuration()) }

    /// The value in a configuration, as written in the file.
    public func text(in configuration: Configuration) -> String { read(configuration) }

    /// Whether its value differs between two configurations.
    public func differs(_ one: Configuration, _ other: Configuration) -> Bool { differs(one, other) }

    /// Copies the value from one configuration to another.
    func copy(from one: Configuration, to other: inout Configuration) { copy(one, &other) }

    /// Reads a value into a configuration, which is unchanged if the value is invalid.
    func set(_ scalar: YAMLScalar, in configuration: inout Configuration) throws(ValueProblem) {
        if scalar.isNull { throw ValueProblem(.wrongType, "the value is missing") }
        if scalar.style == .block { throw ValueProblem(.wrongType, "the value is a block of lines") }
        do {
            try write(scalar, &configuration)
        } catch {
            var problem = error
            if problem.hint == nil, let near = NearestName.nearest(to: scalar.text, among: words), near.isLikely {
                problem.hint = near.name
            }
            throw problem
        }
    }

    func remedy(for problem: ValueProblem) -> String {
        let instead = problem.hint.map { "did you mean \($0.visible)? Allowed: " } ?? "write "
        let orNothing = problem.what == "the value is missing" ? ", or remove the key to use \(defaultText)" : ""
        return "\(instead)\(allowed)\(orNothing)"
    }
}

extension ConfigurationSection {
    /// The beginning of its environment variables: `LOCD_RECORDER_`.
    var environmentPrefix: String { "LOCD_\(rawValue.uppercased())_" }
}
