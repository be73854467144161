/// The texts that are generated from the table of keys: the default file and the configuration in force.
public enum ConfigurationText {
    /// The configuration file that is shipped: every key with its meaning, allowed values and default.
    public static var defaultFile: String {
        var text = """
            # locd.yaml: the configuration of locd (YAML): every key with its default. You can omit any key.
            # After a change: locd config check, then systemctl reload locd.
            # A key can also be set by an environment variable: LOCD_, the section, _, the key, all in capitals.

            """
        for section in ConfigurationSection.allCases {
            text += "\n" + comment(section.summary, indent: "")
            if let key = ConfigurationKey.all.first(where: { $0.section == section && $0.isSection }) {
                text += comment(key.summary, indent: "")
                text += comment("Allowed: \(key.allowed). Default: \(key.defaultText).", indent: "")
                text += "\(section.rawValue): \(key.defaultText)\n"
                continue
            }
            text += "\(section.rawValue):\n"
            for (index, key) in ConfigurationKey.all.filter({ $0.section == section }).enumerated() {
                if index > 0 { text += "\n" }
                text += comment(key.summary, indent: "  ")
                text += comment("Allowed: \(key.allowed). Default: \(key.defaultText).", indent: "  ")
                if key.application == .restart { text += comment("A change needs a restart.", indent: "  ") }
                text += "  \(key.name): \(key.defaultText)\n"
            }
        }
        return text
    }

    /// The configuration in force as YAML, each value followed by its origin in a comment.
    public static func effective(_ loaded: LoadedConfiguration) -> String {
        yaml { ($0.text(in: loaded.configuration), place(loaded.origin(of: $0))) }
    }

    /// The configuration that a running daemon reports, as the same YAML: each value with its origin, the value that
    /// waits for a restart, and the value now in the files if it differs and was not read yet.
    ///
    /// - Parameters:
    ///   - settings: The daemon's keys, each text as it spells it. Keys unknown to this version are not printed.
    ///   - loaded: The configuration now in the files; `nil` if it is invalid.
    public static func running(
        _ settings: [(key: String, value: String, origin: String, pending: String?)], files loaded: LoadedConfiguration?
    ) -> String {
        let byKey = Dictionary(settings.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        return yaml { key in
            guard let setting = byKey[key.id] else { return nil }
            var note = setting.origin
            if let pending = setting.pending {
                note += "; \(pending) waits for a restart"
            } else if let written = loaded.map({ key.text(in: $0.configuration) }), written != setting.value {
                note += "; \(written) in the files, not read yet: systemctl reload locd"
            }
            return (setting.value, note)
        }
    }

    /// The keys with their values, each followed by a note in a comment; those that have no value are left out.
    private static func yaml(_ read: (ConfigurationKey) -> (value: String, note: String)?) -> String {
        var text = ""
        for section in ConfigurationSection.allCases {
            let lines = ConfigurationKey.all.filter { $0.section == section }.compactMap { key in
                read(key).map { (key: key, text: "\(key.head): \($0.value)", note: $0.note) }
            }
            guard let first = lines.first else { continue }
            if !first.key.isSection { text += "\(section.rawValue):\n" }
            let width = min(48, lines.map(\.text.unicodeScalars.count).max() ?? 0)
            for line in lines {
                let space = String(repeating: " ", count: max(0, width - line.text.unicodeScalars.count))
                text += "\(line.text)\(space)  # \(line.note)\n"
            }
        }
        return text
    }

    /// An origin without its column: people look for the line.
    private static func place(_ origin: ConfigurationOrigin) -> String {
        guard case .file(let path, let line, _) = origin else { return origin.description }
        return ConfigurationOrigin.file(path: path, line: line).description
    }

    /// A text as comment lines of at most 100 columns.
    private static func comment(_ words: String, indent: String) -> String {
        var lines: [String] = []
        var line = ""
        for word in words.split(separator: " ") {
            if !line.isEmpty, indent.count + 2 + line.count + 1 + word.count > 100 {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(line)
        return lines.map { "\(indent)# \($0)\n" }.joined()
    }
}

extension ConfigurationKey {
    /// The beginning of its line.
    fileprivate var head: String { isSection ? section.rawValue : "  \(name)" }
}
