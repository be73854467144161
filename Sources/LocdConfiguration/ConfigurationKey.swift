internal import Phrasing

/// One key of the configuration: its name, what may be written, what it means, and how it is read and printed.
///
/// ``all`` is the only place where a key is spelled: checking, printing, environment variables, suggestions, the
/// default file and the documentation come from it.
public struct ConfigurationKey: Sendable, Identifiable {
    /// When a changed value is taken over.
    public enum Application: String, Sendable, Hashable, CaseIterable {
        /// At `systemctl reload locd`.
        case reload
        /// At `systemctl restart locd`.
        case restart
    }

    /// The section that it stands in.
    public let section: ConfigurationSection
    /// Its name within the section, `distanceFilter`.
    public let name: String
    /// What may be written, as a noun: `a number from 1 to 3600 (s)`.
    public let allowed: String
    /// What it means, in plain words.
    public let summary: String
    /// When a changed value is taken over.
    public let application: Application

    let words: [String]
    /// Whether a YAML list may stand there.
    package let takesList: Bool
    private let write: @Sendable (YAMLScalar, inout Configuration) throws(ValueProblem) -> Void
    private let read: @Sendable (Configuration) -> String
    private let differs: @Sendable (Configuration, Configuration) -> Bool
    private let copy: @Sendable (Configuration, inout Configuration) -> Void

    init<Value>(
        _ section: ConfigurationSection, _ name: String, _ field: any WritableKeyPath<Configuration, Value> & Sendable,
        _ form: ValueForm<Value>, _ summary: String, application: Application = .reload
    ) {
        self.section = section
        self.name = name
        self.summary = summary
        self.application = application
        allowed = form.allowed
        words = form.words
        takesList = form.takesList
        write = { scalar, configuration throws(ValueProblem) in configuration[keyPath: field] = try form.parse(scalar) }
        read = { form.spell($0[keyPath: field]) }
        differs = { $0[keyPath: field] != $1[keyPath: field] }
        copy = { $1[keyPath: field] = $0[keyPath: field] }
    }

    /// The name with its section: `recorder.distanceFilter`.
    public var id: String { "\(section.rawValue).\(name)" }

    /// The environment variable that overrides it: `LOCD_RECORDER_DISTANCEFILTER`.
    public var environmentVariable: String { "\(section.environmentPrefix)\(name.uppercased())" }

    /// The default as it is written in the file.
    public var defaultText: String { text(in: Configuration()) }

    /// The value in a configuration as it is written in the file.
    public func text(in configuration: Configuration) -> String { read(configuration) }

    /// Whether two configurations differ in it.
    public func differs(_ one: Configuration, _ other: Configuration) -> Bool { differs(one, other) }

    /// Gives one configuration the value of another.
    func copy(from one: Configuration, to other: inout Configuration) { copy(one, &other) }

    /// Reads a value as it was written into a configuration, which stays as it is where the value is refused.
    func set(_ scalar: YAMLScalar, in configuration: inout Configuration) throws(ValueProblem) {
        if scalar.style == .plain, ["", "~", "null", "Null", "NULL"].contains(scalar.text) {
            throw ValueProblem(.wrongType, "the value is missing")
        }
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

    /// What to write instead.
    func remedy(for problem: ValueProblem) -> String {
        let instead = problem.hint.map { "did you mean \($0.visible)? Allowed: " } ?? "write "
        let orNothing = problem.what == "the value is missing" ? ", or remove the key to use \(defaultText)" : ""
        return "\(instead)\(allowed)\(orNothing)"
    }
}

extension ConfigurationSection {
    /// What its environment variables begin with: `LOCD_RECORDER_`.
    var environmentPrefix: String { "LOCD_\(rawValue.uppercased())_" }
}
