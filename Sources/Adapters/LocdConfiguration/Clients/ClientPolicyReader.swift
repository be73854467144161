package import Glibc
import LocationModel
import SystemSupport

/// Reads a policy of clients from YAML, and collects all problems: a file with a problem is rejected as a whole.
struct ClientPolicyReader {
    /// The keys of the top level.
    enum Key: String, CaseIterable {
        case locationServicesEnabled, everyone, users, units
    }

    enum RuleKey: String, CaseIterable {
        case authorizationStatus, accuracyAuthorization, wake, reportsSteps
    }

    private(set) var policy = ClientPolicy()
    var problems: ConfigurationProblemList { fields.problems }
    private var fields: YAMLFields
    private let userNumber: (String) -> uid_t?

    /// Reads a text in UTF-8. `userNumber` returns the user for a name.
    init(path: String, text: [UInt8], userNumber: @escaping (String) -> uid_t?) {
        self.userNumber = userNumber
        let (read, entries) = YAMLFields.read(
            text, path: path, maximumDepth: 3, "begin with users: and write the users indented below it")
        fields = read
        for entry in entries {
            guard let key = Key(rawValue: entry.key.text) else {
                fields.complainOfUnknown(entry, in: nil, among: Key.allCases.map(\.rawValue))
                continue
            }
            switch key {
            case .locationServicesEnabled:
                policy.locationServicesEnabled = fields.value(of: entry, in: nil, .boolean) ?? true
            case .everyone:
                let read = rule(entry, in: nil)
                policy.everyone = read.rule
                if read.wake != nil {
                    fields.complain(
                        .badValue, entry.position, "everyone.wake", "a socket starts the program of one user or unit",
                        "write wake below the user or the unit")
                }
                if read.reportsSteps {
                    fields.complain(
                        .badValue, entry.position, "everyone.reportsSteps", "not everyone may report steps",
                        "write reportsSteps below the user or the unit")
                }
            case .users: readUsers(entry)
            case .units: readUnits(entry)
            }
        }
    }

    private mutating func readUsers(_ entry: YAMLEntry) {
        var seen: [uid_t: Int] = [:]
        for user in fields.entries(of: entry.value, named: "users", "write users below it, indented, each as NAME: {…}")
        {
            guard let number = SystemUser.number(of: user.key.text, named: userNumber) else {
                fields.complain(
                    .badValue, user.position, user.name(in: "users"),
                    "this machine has no user \(user.key.text.quoted)",
                    "write a user's name or number, or network, or remove it")
                continue
            }
            if let line = seen[number] {
                fields.complain(
                    .duplicateKey, user.position, user.name(in: "users"),
                    "this user is already in line \(line)", "remove one of the two")
                continue
            }
            seen[number] = user.position.line
            let read = rule(user, in: "users")
            (policy.users[number], policy.userSockets[number]) = (read.rule, read.wake)
            if read.reportsSteps { policy.stepUsers.insert(number) }
        }
    }

    private mutating func readUnits(_ entry: YAMLEntry) {
        for unit in fields.entries(of: entry.value, named: "units", "write units below it, indented, each as NAME: {…}")
        {
            guard unit.key.text.hasSuffix(".service"), unit.key.text.utf8.count > ".service".utf8.count else {
                fields.complain(
                    .badValue, unit.position, unit.name(in: "units"),
                    "\(unit.key.text.quoted) is not a service",
                    "write NAME.service, or user@NUMBER.service/NAME.service for a service of a user manager")
                continue
            }
            let read = rule(unit, in: "units")
            (policy.units[unit.key.text], policy.unitSockets[unit.key.text]) = (read.rule, read.wake)
            if read.reportsSteps { policy.stepUnits.insert(unit.key.text) }
        }
    }

    /// The rule of an entry, `nil` if it decides nothing, the socket that starts its program, and whether it may report
    /// steps.
    private mutating func rule(
        _ entry: YAMLEntry, in place: String?
    ) -> (rule: ClientPolicy.Rule?, wake: String?, reportsSteps: Bool) {
        let name = entry.name(in: place)
        let before = problems.count
        var rule = ClientPolicy.Rule(origin: fields.origin(entry.position))
        var wake: String?
        var reportsSteps: Bool?
        let keys = RuleKey.allCases.map(\.rawValue)
        for member in fields.entries(of: entry.value, named: name, "write \(keys.joined(separator: " or ")) below it") {
            switch RuleKey(rawValue: member.key.text) {
            case .authorizationStatus: rule.authorizationStatus = fields.value(of: member, in: name, .word)
            case .accuracyAuthorization: rule.accuracyAuthorization = fields.value(of: member, in: name, .word)
            case .wake: wake = fields.value(of: member, in: name, .hookSocket)
            case .reportsSteps: reportsSteps = fields.value(of: member, in: name, .boolean)
            case nil: fields.complainOfUnknown(member, in: name, among: keys)
            }
        }
        guard problems.count == before else { return (nil, nil, false) }
        let decides = rule.authorizationStatus != nil || rule.accuracyAuthorization != nil
        guard decides || wake != nil || reportsSteps != nil else {
            fields.complain(
                .wrongType, entry.position, name, "the rule is empty",
                "write \(keys.joined(separator: " or ")) below it, or remove it")
            return (nil, nil, false)
        }
        return (decides ? rule : nil, wake, reportsSteps ?? false)
    }
}

extension Configuration.Clients {
    /// Reads the policy; an empty one if the file does not exist. `userNumber` returns the user for a name.
    ///
    /// - Throws: All problems, each with line, column, key, cause and remedy.
    package func read(userNumber: @escaping (String) -> uid_t?) throws(ConfigurationError) -> ClientPolicy {
        guard let text = try ConfigurationFile.read(file, example: "clients.yaml") else { return ClientPolicy() }
        return try ClientPolicy.read(text, name: file, userNumber: userNumber)
    }
}

extension ClientPolicy {
    /// Reads a policy from bytes: UTF-8, at most ``ConfigurationFile/maximumBytes``. `userNumber` returns the user for
    /// a name.
    package static func read(
        _ bytes: [UInt8], name: String, userNumber: @escaping (String) -> uid_t?
    ) throws(ConfigurationError) -> ClientPolicy {
        let reader = ClientPolicyReader(
            path: name, text: try ConfigurationFile.text(bytes, name), userNumber: userNumber)
        if let error = reader.problems.error { throw error }
        return reader.policy
    }
}
