import Glibc
import LocationModel
internal import Phrasing

/// Reads a policy of clients from YAML, and collects all that is wrong with it: a file that is half understood is none.
struct ClientPolicyReader {
    /// The keys at the top.
    enum Key: String, CaseIterable {
        case locationServicesEnabled, everyone, users, units
    }

    /// The keys of a rule.
    enum RuleKey: String, CaseIterable {
        case authorizationStatus, accuracyAuthorization
    }

    private(set) var policy = ClientPolicy()
    private(set) var problems: ConfigurationProblemList
    private let path: String
    private let userNumber: (String) -> uid_t?

    /// Reads a text in UTF-8. `userNumber` says which user a name means.
    init(path: String, text: [UInt8], userNumber: @escaping (String) -> uid_t?) {
        self.path = path
        self.userNumber = userNumber
        var composer = YAMLComposer(path: path, text: text, maximumDepth: 3)
        let root = composer.compose()
        problems = composer.problems
        guard let root else { return }
        for entry in entries(of: root, named: nil, "begin with users: and write the users indented below it") {
            guard let key = Key(rawValue: entry.key.text) else {
                complainOfUnknown(entry, in: nil, among: Key.allCases.map(\.rawValue))
                continue
            }
            switch key {
            case .locationServicesEnabled:
                policy.locationServicesEnabled = value(of: entry, in: nil, .boolean) ?? true
            case .everyone: policy.everyone = rule(entry, in: nil)
            case .users: readUsers(entry)
            case .units: readUnits(entry)
            }
        }
    }

    private mutating func readUsers(_ entry: YAMLEntry) {
        var seen: [uid_t: Int] = [:]
        for user in entries(of: entry.value, named: "users", "write users below it, indented, each as NAME: {…}") {
            guard let number = uid_t(user.key.text) ?? userNumber(user.key.text), number != .max else {
                complain(
                    .badValue, user.position, "users.\(user.key.text.visible)",
                    "this machine has no user \(user.key.text.quoted)", "write a user's name or number, or remove it")
                continue
            }
            if let line = seen[number] {
                complain(
                    .duplicateKey, user.position, "users.\(user.key.text.visible)",
                    "this user is in line \(line) already", "remove one of the two")
                continue
            }
            seen[number] = user.position.line
            policy.users[number] = rule(user, in: "users")
        }
    }

    private mutating func readUnits(_ entry: YAMLEntry) {
        for unit in entries(of: entry.value, named: "units", "write units below it, indented, each as NAME: {…}") {
            guard unit.key.text.hasSuffix(".service"), unit.key.text.utf8.count > ".service".utf8.count else {
                complain(
                    .badValue, unit.position, "units.\(unit.key.text.visible)",
                    "\(unit.key.text.quoted) is no service",
                    "write NAME.service, or user@NUMBER.service/NAME.service for a service of a user's own")
                continue
            }
            policy.units[unit.key.text] = rule(unit, in: "units")
        }
    }

    private mutating func rule(_ entry: YAMLEntry, in place: String?) -> ClientPolicy.Rule? {
        let name = [place, entry.key.text.visible].compactMap(\.self).joined(separator: ".")
        let before = problems.count
        var rule = ClientPolicy.Rule(
            origin: .file(path: path, line: entry.position.line, column: entry.position.column))
        let keys = RuleKey.allCases.map(\.rawValue)
        for member in entries(of: entry.value, named: name, "write \(keys.joined(separator: " or ")) below it") {
            switch RuleKey(rawValue: member.key.text) {
            case .authorizationStatus: rule.authorizationStatus = value(of: member, in: name, .word)
            case .accuracyAuthorization: rule.accuracyAuthorization = value(of: member, in: name, .word)
            case nil: complainOfUnknown(member, in: name, among: keys)
            }
        }
        guard problems.count == before else { return nil }
        guard rule.authorizationStatus != nil || rule.accuracyAuthorization != nil else {
            complain(
                .wrongType, entry.position, name, "the rule says nothing",
                "write \(keys.joined(separator: " or ")) below it, or remove it")
            return nil
        }
        return rule
    }

    private mutating func value<Value>(
        of entry: YAMLEntry, in place: String?, _ form: ValueForm<Value>
    ) -> Value? {
        let name = [place, entry.key.text.visible].compactMap(\.self).joined(separator: ".")
        switch entry.value.content {
        case .refused: return nil
        case .mapping, .sequence:
            complain(.wrongType, entry.value.position, name, "a list or a map stands there", "write \(form.allowed)")
            return nil
        case .scalar(let scalar):
            do throws(ValueProblem) {
                return try form.parse(scalar)
            } catch {
                let near = NearestName.nearest(to: scalar.text, among: form.words)
                let hint = error.hint ?? near.flatMap { $0.isLikely ? $0.name : nil }
                complain(
                    error.code, scalar.text.isEmpty ? entry.position : entry.value.position, name, error.what,
                    (hint.map { "did you mean \($0.visible)? Allowed: " } ?? "write ") + form.allowed)
                return nil
            }
        }
    }

    /// The entries of a map without duplicates; none, and a problem, where it is no map.
    private mutating func entries(of node: YAMLNode, named name: String?, _ remedy: String) -> [YAMLEntry] {
        switch node.content {
        case .refused: return []
        // All of it is commented out.
        case .scalar(let scalar) where scalar.style == .plain && ["", "~", "null"].contains(scalar.text): return []
        case .scalar, .sequence:
            complain(.wrongType, node.position, name, "a map of keys belongs there", remedy)
            return []
        case .mapping(let entries):
            var lines: [String: Int] = [:]
            return entries.filter { entry in
                guard let line = lines.updateValue(entry.position.line, forKey: entry.key.text) else { return true }
                complain(
                    .duplicateKey, entry.position,
                    [name, entry.key.text.visible].compactMap(\.self).joined(separator: "."),
                    "the key stands in line \(line) already", "remove one of the two")
                return false
            }
        }
    }

    private mutating func complainOfUnknown(_ entry: YAMLEntry, in place: String?, among names: [String]) {
        let near = NearestName.nearest(to: entry.key.text, among: names)
        let name = entry.key.text.unicodeScalars.count <= 60 ? entry.key.text.visible : entry.key.text.quoted
        complain(
            .unknownKey, entry.position, [place, name].compactMap(\.self).joined(separator: "."),
            "there is no such key",
            near.flatMap { $0.isLikely ? "did you mean \($0.name)?" : nil }
                ?? "remove it; there are \(names.joined(separator: ", "))")
    }

    private mutating func complain(
        _ code: ConfigurationProblem.Code, _ position: YAMLPosition, _ key: String?, _ what: String, _ remedy: String
    ) {
        problems.add(
            ConfigurationProblem(
                code: code, origin: .file(path: path, line: position.line, column: position.column), key: key,
                what: what, remedy: remedy))
    }
}
