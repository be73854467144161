internal import Phrasing

/// Fills a configuration from a file and the environment, and collects all problems of both.
struct ConfigurationBuilder {
    private(set) var configuration = Configuration()
    /// The origin of each key that is set, by ``ConfigurationKey/id``.
    private(set) var origins: [String: ConfigurationOrigin] = [:]
    private(set) var problems = ConfigurationProblemList()

    mutating func apply(file path: String, text: [UInt8]) {
        var composer = YAMLComposer(path: path, text: text, maximumDepth: 3)
        let root = composer.compose()
        problems.add(composer.problems)
        guard let root else { return }
        for entry in entries(of: root, in: path, as: nil) {
            guard let section = ConfigurationSection(rawValue: entry.key.text) else {
                complainOfUnknown(entry, in: path, section: nil)
                continue
            }
            if let key = ConfigurationKey.all.first(where: { $0.section == section && $0.isSection }) {
                apply(entry, to: key, in: path)
                continue
            }
            for entry in entries(of: entry.value, in: path, as: section) {
                guard
                    let key = ConfigurationKey.all.first(where: { $0.section == section && $0.name == entry.key.text })
                else {
                    complainOfUnknown(entry, in: path, section: section)
                    continue
                }
                apply(entry, to: key, in: path)
            }
        }
    }

    /// Applies a drop-in, which overrides the file.
    mutating func apply(dropIn path: String) {
        do throws(ConfigurationError) {
            // A drop-in that was removed meanwhile has no effect.
            if let text = try ConfigurationFile.read(path) { apply(file: path, text: text) }
        } catch {
            problems.add(error)
        }
    }

    /// Applies the environment, which overrides the file.
    mutating func apply(environment: [String: String]) {
        for key in ConfigurationKey.all {
            guard let text = environment[key.environmentVariable] else { continue }
            set(
                key, YAMLScalar(text: text), from: .environment(key.environmentVariable),
                at: .environment(key.environmentVariable))
        }
        let known = ConfigurationKey.all.map(\.environmentVariable)
        for name in environment.keys.sorted() where name.hasPrefix("LOCD_") && !known.contains(name) {
            guard let near = NearestName.nearest(to: name, among: known)?.name else { continue }
            // Other programs of locd may have variables of their own; a misspelled variable of ours is an error.
            let isOurs = ConfigurationSection.allCases.contains { name.hasPrefix($0.environmentPrefix) }
            guard isOurs || NearestName.isSlip(name, for: near) else { continue }
            problems.add(
                ConfigurationProblem(
                    code: .unknownKey, origin: .environment(name), key: nil, what: "unknown setting",
                    remedy: "did you mean \(near)? Otherwise unset it"))
        }
    }

    /// Adds a problem of several keys together, at the place of the first of them that is set.
    mutating func check() {
        guard let conflict = configuration.sharingConflict ?? configuration.hooksConflict else { return }
        let key = conflict.key
        problems.add(
            ConfigurationProblem(
                code: .badValue, origin: origins[key] ?? origins["receiver.source"] ?? .builtIn, key: key,
                what: conflict.what, remedy: conflict.remedy))
    }

    /// The entries of a map without its duplicates; none, and a problem, if it is not a map.
    private mutating func entries(of node: YAMLNode, in path: String, as section: ConfigurationSection?) -> [YAMLEntry]
    {
        let kind: String
        switch node.content {
        case .mapping(let entries): return unique(entries, in: path, section: section)
        case .refused: return []
        // A section whose keys are all commented out, or a file of comments.
        case .scalar(let scalar) where scalar.isNull: return []
        case .scalar(let scalar): kind = "the text \(scalar.text.quoted)"
        case .sequence: kind = "a list"
        }
        let place = section.map { "the section \($0.rawValue)" } ?? "the file"
        problems.add(
            Self.problem(
                .wrongType, node.position, path, section?.rawValue, "\(place) is \(kind), not a map of keys",
                section == nil
                    ? "begin with a section such as \(ConfigurationSection.receiver.rawValue): and indent its keys below it"
                    : "write its keys below it, indented, each as KEY: VALUE"))
        return []
    }

    private mutating func unique(_ entries: [YAMLEntry], in path: String, section: ConfigurationSection?) -> [YAMLEntry]
    {
        var first: [String: YAMLPosition] = [:]
        return entries.filter { entry in
            guard let earlier = first[entry.key.text] else {
                first[entry.key.text] = entry.position
                return true
            }
            problems.add(
                Self.problem(
                    .duplicateKey, entry.position, path, Self.name(of: entry, in: section),
                    "the key is already in line \(earlier.line)",
                    section == nil ? "put all of its keys below one of the two" : "remove one of the two"))
            return false
        }
    }

    private mutating func apply(_ entry: YAMLEntry, to key: ConfigurationKey, in path: String) {
        switch entry.value.content {
        case .refused: break
        case .mapping:
            problems.add(
                Self.problem(
                    .wrongType, entry.value.position, path, key.id, "found a map instead of a value",
                    "write \(key.allowed)"))
        case .sequence(let nodes):
            if let readList = key.readList {
                let found = readList(nodes, entry.position, path, &configuration)
                problems.add(found)
                if found.isEmpty {
                    origins[key.id] = .file(path: path, line: entry.position.line, column: entry.position.column)
                }
                return
            }
            guard key.takesList, let values = nodes.scalars else {
                problems.add(
                    Self.problem(
                        .wrongType, entry.value.position, path, key.id,
                        key.takesList ? "found a list of lists or maps" : "found a list instead of a value",
                        "write \(key.allowed)"))
                return
            }
            set(key, YAMLScalar(list: values), entry, at: entry.value.position, in: path)
        case .scalar(let scalar):
            // A missing value has no position; its key has one.
            set(key, scalar, entry, at: scalar.text.isEmpty ? entry.position : entry.value.position, in: path)
        }
    }

    private mutating func set(
        _ key: ConfigurationKey, _ scalar: YAMLScalar, _ entry: YAMLEntry, at place: YAMLPosition, in path: String
    ) {
        set(
            key, scalar, from: .file(path: path, line: entry.position.line, column: entry.position.column),
            at: .file(path: path, line: place.line, column: place.column))
    }

    private mutating func set(
        _ key: ConfigurationKey, _ scalar: YAMLScalar, from origin: ConfigurationOrigin, at place: ConfigurationOrigin
    ) {
        do {
            try key.set(scalar, in: &configuration)
            origins[key.id] = origin
        } catch {
            problems.add(
                ConfigurationProblem(
                    code: error.code, origin: place, key: key.id, what: error.what, remedy: key.remedy(for: error)))
        }
    }

    private mutating func complainOfUnknown(_ entry: YAMLEntry, in path: String, section: ConfigurationSection?) {
        problems.add(
            Self.problem(
                .unknownKey, entry.position, path, Self.name(of: entry, in: section),
                section == nil ? "unknown section" : "unknown key",
                UnknownKey.remedy(for: entry.key.text, in: section)))
    }

    private static func name(of entry: YAMLEntry, in section: ConfigurationSection?) -> String {
        let isPlain = !entry.key.text.isEmpty && entry.key.text.unicodeScalars.count <= 60
        let key = isPlain ? entry.key.text.visible : entry.key.text.quoted
        return (section.map { "\($0.rawValue)." } ?? "") + key
    }

    private static func problem(
        _ code: ConfigurationProblem.Code, _ position: YAMLPosition, _ path: String, _ key: String?, _ what: String,
        _ remedy: String
    ) -> ConfigurationProblem {
        ConfigurationProblem(
            code: code, origin: .file(path: path, line: position.line, column: position.column), key: key, what: what,
            remedy: remedy)
    }
}

/// The remedy for an unknown key.
enum UnknownKey {
    /// Names the nearest known key, and its section if that is another one.
    static func remedy(for text: String, in section: ConfigurationSection?) -> String {
        if let moved = misplaced(text, in: section) {
            return "did you mean \(moved.id)? Write \(moved.name): below \(moved.section.rawValue):, indented"
        }
        let near: (name: String, isLikely: Bool)?
        if let section {
            near = NearestName.nearest(
                to: text, among: ConfigurationKey.all.filter { $0.section == section && !$0.isSection }.map(\.name)
            ).map { ("\(section.rawValue).\($0.name)", $0.isLikely) }
        } else {
            near = NearestName.nearest(to: text, among: ConfigurationSection.allCases.map(\.rawValue))
        }
        guard let near else { return "remove it" }
        return near.isLikely
            ? "did you mean \(near.name)?"
            : "remove it; the nearest one is \(near.name), and locd config default prints them all"
    }

    /// A known key in the wrong place: at the top, in another section, or with a dot.
    private static func misplaced(_ text: String, in section: ConfigurationSection?) -> ConfigurationKey? {
        if section == nil, ConfigurationSection(rawValue: text.lowercased()) != nil { return nil }
        let others = ConfigurationKey.all.filter { $0.section != section && !$0.isSection }
        if let same = others.first(where: { [$0.name.lowercased(), $0.id.lowercased()].contains(text.lowercased()) }) {
            return same
        }
        let here = section.map { section in
            ConfigurationKey.all.filter { $0.section == section && !$0.isSection }.map(\.name)
        }
        let local = NearestName.nearest(to: text, among: here ?? ConfigurationSection.allCases.map(\.rawValue))
        guard local?.isLikely != true else { return nil }
        for spelling in [\ConfigurationKey.name, \ConfigurationKey.id] {
            let near = NearestName.nearest(to: text, among: others.map { $0[keyPath: spelling] })
            if let near, near.isLikely { return others.first { $0[keyPath: spelling] == near.name } }
        }
        return nil
    }
}
