/// Builds a tree of maps and scalars from YAML's events, as far as a configuration may contain them.
///
/// It never throws: an invalid part becomes a problem, and the part before it remains, so that the other problems of
/// the file are reported, too.
struct YAMLComposer: ~Copyable {
    /// Maps below this depth are skipped: no setting can be there.
    private let maximumDepth: Int

    /// Brackets nested deeper than this end the reading: libyaml's effort grows with the square of the depth.
    private static let maximumNesting = 64

    private let path: String
    private let text: [UInt8]
    private var reader: YAMLEventReader
    /// The position where reading ended because of the content.
    private var failure: YAMLPosition?
    private(set) var problems = ConfigurationProblemList()

    /// Takes the name of the file, for its problems, and its text in UTF-8.
    init(path: String, text: [UInt8], maximumDepth: Int = 2) {
        self.maximumDepth = maximumDepth
        self.path = path
        self.text = text
        reader = YAMLEventReader(text)
    }

    /// The root of the one document; `nil` for an empty one.
    mutating func compose() -> YAMLNode? {
        var root: YAMLNode?
        var documents = 0
        while let event = next() {
            switch event.kind {
            case .streamEnd: return root
            case .documentStart:
                documents += 1
                if documents == 2 {
                    complain(
                        .unsupported, at: event.position, "a second document begins here",
                        "keep one document, without another line of ---")
                }
            case .streamStart, .documentEnd, .end: break
            case .alias, .scalar, .sequenceStart, .mappingStart:
                let value = node(event, depth: 0)
                if documents == 1 { root = value }
            }
        }
        return root
    }

    private mutating func next() -> YAMLEvent? {
        guard failure == nil else { return nil }
        do {
            let event = try reader.next()
            if event.isAnchored {
                complain(
                    .unsupported, at: event.position, "anchors (&) and aliases (*) are not supported",
                    "write the value itself, in quotes if it begins with & or *")
            }
            if let tag = event.tag {
                complain(
                    .unsupported, at: event.position, "tags such as \(tag.quoted) are not supported",
                    "write the value alone")
            }
            return event
        } catch {
            failure = error.position
            complain(.syntax, at: error.position, "not YAML: \(error.what)", remedy(for: error))
            return nil
        }
    }

    /// The node that begins with `event`, and all of its events.
    private mutating func node(_ event: YAMLEvent, depth: Int) -> YAMLNode {
        var node = YAMLNode(content: .refused, position: event.position)
        switch event.kind {
        case .scalar(let scalar): node.content = .scalar(scalar)
        case .mappingStart where depth < maximumDepth: node.content = .mapping(entries(depth: depth))
        case .mappingStart:
            skip()
            node.content = failure == nil ? .mapping([]) : .refused
        case .sequenceStart where depth <= maximumDepth:
            let elements = elements(depth: depth)
            node.content = failure == nil ? .sequence(elements) : .refused
        case .sequenceStart:
            skip()
            node.content = failure == nil ? .sequence([]) : .refused
        case .alias, .streamStart, .streamEnd, .documentStart, .documentEnd, .end: break
        }
        // A map stays a map, whatever its tag: it may contain problems.
        if event.isAnchored || event.tag != nil, case .scalar = node.content { node.content = .refused }
        return node
    }

    private mutating func entries(depth: Int) -> [YAMLEntry] {
        var entries: [YAMLEntry] = []
        while let key = next() {
            if case .end = key.kind { break }
            let keyNode = node(key, depth: maximumDepth)
            guard let event = next() else { break }
            let value = node(event, depth: depth + 1)
            switch keyNode.content {
            case .scalar(let scalar):
                entries.append(YAMLEntry(key: scalar, position: key.position, value: value))
            case .mapping, .sequence:
                complain(.wrongType, at: key.position, "found a list or a map instead of a key", "write KEY: VALUE")
            case .refused: break
            }
        }
        // For "source: a: b" libyaml returns "a" before it fails: nobody wrote that value.
        if let failure, let last = entries.indices.last, entries[last].value.position.line == failure.line,
            case .scalar = entries[last].value.content
        {
            entries[last].value.content = .refused
        }
        return entries
    }

    private mutating func elements(depth: Int) -> [YAMLNode] {
        var elements: [YAMLNode] = []
        while let event = next() {
            if case .end = event.kind { break }
            elements.append(node(event, depth: depth + 1))
        }
        return elements
    }

    /// Reads to the end of the map or list that has begun. A loop, because the writer of the file chooses the depth.
    private mutating func skip() {
        var depth = 1
        while depth > 0, let event = next() {
            switch event.kind {
            case .mappingStart, .sequenceStart:
                depth += 1
                if depth > Self.maximumNesting {
                    failure = event.position
                    complain(
                        .unsupported, at: event.position, "lists and maps are nested too deeply",
                        "remove them: the file has only sections and keys")
                }
            case .end: depth -= 1
            default: break
            }
        }
    }

    private mutating func complain(
        _ code: ConfigurationProblem.Code, at position: YAMLPosition, _ what: String, _ remedy: String
    ) {
        problems.add(
            ConfigurationProblem(
                code: code, origin: .file(path: path, line: position.line, column: position.column), key: nil,
                what: what, remedy: remedy))
    }

    /// The remedy: the two most frequent errors have one of their own.
    private func remedy(for error: YAMLSyntaxError) -> String {
        let lines = text.split(
            separator: UInt8(ascii: "\n"), maxSplits: error.position.line, omittingEmptySubsequences: false)
        let index = error.position.line - 1
        let line = lines.indices.contains(index) ? lines[index] : []
        if line.prefix(while: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }).contains(UInt8(ascii: "\t")) {
            return "indent with spaces: there is a tab in this line"
        }
        if error.what.contains("mapping values are not allowed") {
            return "put the value in quotes if it contains a colon and a space, and indent all keys of a section alike"
        }
        return "compare this line and the one above it with what locd config default prints"
    }
}
