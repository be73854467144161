/// The table of keys as data, for `make generate`: the documentation and the manual page.
package enum ConfigurationTable {
    package struct Section: Encodable {
        let name: String
        let summary: String
        let keys: [Key]
    }

    struct Key: Encodable {
        let name: String
        let summary: String
        let allowed: String
        let `default`: String
        let needsRestart: Bool
    }

    /// The sections and their keys, in the order of the file.
    package static var sections: [Section] {
        ConfigurationSection.allCases.map { section in
            Section(
                name: section.rawValue, summary: section.summary,
                keys: ConfigurationKey.all.filter { $0.section == section }.map { key in
                    Key(
                        name: key.name, summary: key.summary, allowed: key.allowed, default: key.defaultText,
                        needsRestart: key.application == .restart)
                })
        }
    }
}
