internal import Phrasing

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
