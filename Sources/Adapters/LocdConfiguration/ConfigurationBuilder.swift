internal import Phrasing

/// Fills a configuration from a file and the environment, and collects all problems of both.
struct ConfigurationBuilder {
    private(set) var configuration = Configuration()
    /// The origin of each key that is set, by ``ConfigurationKey/id``.
    private(set) var origins: [String: ConfigurationOrigin] = [:]
    private(set) var problems = ConfigurationProblemList()

    mutating func apply(file path: String, text: [UInt8]) {
        var (fields, sections) = YAMLFields.read(
            text, path: path, maximumDepth: 3,
            "begin with a section such as \(ConfigurationSection.receiver.rawValue): and indent its keys below it")
        for entry in sections {
            guard let section = ConfigurationSection(rawValue: entry.key.text) else {
                fields.complain(
                    .unknownKey, entry.position, entry.name, "unknown section",
                    UnknownKey.remedy(for: entry.key.text, in: nil))
                continue
            }
            let keys = ConfigurationKey.all.filter { $0.section == section }
            if let key = keys.first(where: \.isSection) {
                apply(entry, to: key, &fields)
                continue
            }
            for entry in fields.entries(
                of: entry.value, named: section.rawValue, "write its keys below it, indented, each as KEY: VALUE")
            {
                if let key = keys.first(where: { $0.name == entry.key.text }) {
                    apply(entry, to: key, &fields)
                } else {
                    fields.complain(
                        .unknownKey, entry.position, "\(section.rawValue).\(entry.name)", "unknown key",
                        UnknownKey.remedy(for: entry.key.text, in: section))
                }
            }
        }
        problems.add(fields.problems)
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

    private mutating func apply(_ entry: YAMLEntry, to key: ConfigurationKey, _ fields: inout YAMLFields) {
        let origin = fields.origin(entry.position)
        switch entry.value.content {
        case .refused: break
        case .mapping:
            fields.complain(
                .wrongType, entry.value.position, key.id, "found a map instead of a value", "write \(key.allowed)")
        case .sequence(let nodes):
            if let readList = key.readList {
                let found = readList(nodes, entry.position, fields.path, &configuration)
                problems.add(found)
                if found.isEmpty { origins[key.id] = origin }
                return
            }
            guard key.takesList, let values = nodes.scalars else {
                fields.complain(
                    .wrongType, entry.value.position, key.id,
                    key.takesList ? "found a list of lists or maps" : "found a list instead of a value",
                    "write \(key.allowed)")
                return
            }
            set(key, YAMLScalar(list: values), from: origin, at: fields.origin(entry.value.position))
        case .scalar(let scalar):
            // A missing value has no position; its key has one.
            set(key, scalar, from: origin, at: scalar.text.isEmpty ? origin : fields.origin(entry.value.position))
        }
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
