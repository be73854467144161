/// A place in a text; both count from 1, columns in characters.
package struct YAMLPosition: Hashable {
    package var line: Int
    package var column: Int
}

/// A key or a value as written in the file.
package struct YAMLScalar: Hashable {
    /// Its style: quotes and blocks reveal the writer's intention.
    package enum Style: Hashable {
        case plain
        case quoted
        /// `|` or `>`: text of several lines.
        case block
    }

    package var text: String
    package var style = Style.plain

    init(text: String, style: Style = .plain) {
        self.text = text
        self.style = style
    }

    /// Whether it is empty: everything after the key is commented out, or it says so.
    package var isNull: Bool { style == .plain && ["", "~", "null", "Null", "NULL"].contains(text) }

    /// The values of a list as one, as in the environment: with spaces between them. A value with a space is not
    /// allowed in a list; quotes keep it apart.
    init(list: [YAMLScalar]) {
        let texts = list.map { $0.text.contains(" ") || $0.text.isEmpty ? $0.text.yamlQuoted : $0.text }
        self.init(text: texts.isEmpty ? "[]" : texts.joined(separator: " "), style: .quoted)
    }
}

/// One step through a YAML text.
struct YAMLEvent {
    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias
        case scalar(YAMLScalar)
        case sequenceStart
        case mappingStart
        case end
    }

    var kind: Kind
    var position: YAMLPosition
    /// Whether the node has an anchor or is an alias.
    var isAnchored = false
    /// The tag before the node.
    var tag: String?
}

/// Why a text is not YAML.
struct YAMLSyntaxError: Error, Hashable {
    var what: String
    var position: YAMLPosition
}
