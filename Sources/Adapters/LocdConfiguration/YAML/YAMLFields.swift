internal import Phrasing

/// The values of a YAML file without sections and keys of the table, and all its problems.
package struct YAMLFields {
    package private(set) var problems: ConfigurationProblemList
    let path: String

    /// Reads a text in UTF-8, and returns the entries of its map, without duplicates, and all problems so far. `remedy`
    /// says what to write instead of something else.
    package static func read(
        _ text: [UInt8], path: String, maximumDepth: Int, _ remedy: String
    ) -> (fields: YAMLFields, entries: [YAMLEntry]) {
        var composer = YAMLComposer(path: path, text: text, maximumDepth: maximumDepth)
        let root = composer.compose()
        var fields = YAMLFields(path: path, problems: composer.problems)
        let entries = root.map { fields.entries(of: $0, named: nil, remedy) } ?? []
        return (fields, entries)
    }

    /// Continues with the problems of the composer.
    init(path: String, problems: ConfigurationProblemList) {
        self.path = path
        self.problems = problems
    }

    /// The value of an entry, a scalar of some form; `nil`, and a problem, for anything else.
    package mutating func value<Value>(
        of entry: YAMLEntry, in place: String?, _ form: ValueForm<Value>
    ) -> Value? {
        let name = entry.name(in: place)
        switch entry.value.content {
        case .refused: return nil
        case .mapping, .sequence:
            complain(
                .wrongType, entry.value.position, name, "found a list or a map instead of a value",
                "write \(form.allowed)")
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

    /// The elements of a list; none if nothing is written there; none, and a problem, if it is not a list or has more
    /// than `limit` elements.
    package mutating func list(of entry: YAMLEntry, in place: String?, atMost limit: Int, _ remedy: String)
        -> [YAMLNode]
    {
        let name = entry.name(in: place)
        switch entry.value.content {
        case .refused: return []
        case .scalar(let scalar) where scalar.isNull: return []
        case .scalar, .mapping:
            complain(.wrongType, entry.value.position, name, "expected a list", remedy)
            return []
        case .sequence(let nodes):
            guard nodes.count <= limit else {
                complain(
                    .outOfRange, entry.value.position, name, "the list has \(nodes.count) elements, more than \(limit)",
                    "remove some")
                return []
            }
            return nodes
        }
    }

    /// The entries of a map without duplicates; none, and a problem, if it is not a map.
    package mutating func entries(of node: YAMLNode, named name: String?, _ remedy: String) -> [YAMLEntry] {
        switch node.content {
        case .refused: return []
        // All of it is commented out.
        case .scalar(let scalar) where scalar.isNull: return []
        case .scalar(let scalar):
            complain(
                .wrongType, node.position, name, "expected a map of keys, found the text \(scalar.text.quoted)", remedy)
            return []
        case .sequence:
            complain(.wrongType, node.position, name, "expected a map of keys, found a list", remedy)
            return []
        case .mapping(let entries):
            var lines: [String: Int] = [:]
            return entries.filter { entry in
                guard let line = lines.updateValue(entry.position.line, forKey: entry.key.text) else { return true }
                complain(
                    .duplicateKey, entry.position, entry.name(in: name), "the key is already in line \(line)",
                    "remove one of the two, or put both together")
                return false
            }
        }
    }

    /// Reports an unknown key, and suggests the most similar one.
    package mutating func complainOfUnknown(_ entry: YAMLEntry, in place: String?, among names: [String]) {
        let near = NearestName.nearest(to: entry.key.text, among: names)
        complain(
            .unknownKey, entry.position, entry.name(in: place), "unknown key",
            near.flatMap { $0.isLikely ? "did you mean \($0.name)?" : nil }
                ?? "remove it; the keys are \(names.joined(separator: ", "))")
    }

    /// Adds a problem at a place.
    package mutating func complain(
        _ code: ConfigurationProblem.Code, _ position: YAMLPosition, _ key: String?, _ what: String, _ remedy: String
    ) {
        let origin = origin(position)
        problems.add(ConfigurationProblem(code: code, origin: origin, key: key, what: what, remedy: remedy))
    }

    /// A place in the file.
    func origin(_ position: YAMLPosition) -> ConfigurationOrigin {
        .file(path: path, line: position.line, column: position.column)
    }
}
