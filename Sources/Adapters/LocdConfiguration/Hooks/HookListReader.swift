/// Reads the list below `hooks:`, and collects all its problems.
struct HookListReader {
    enum Key: String, CaseIterable {
        case on, region, to
    }

    private(set) var hooks: [Hook] = []
    private(set) var fields: YAMLFields

    /// Reads the elements of the list; `position` is that of the key.
    init(_ nodes: [YAMLNode], at position: YAMLPosition, path: String) {
        fields = YAMLFields(path: path, problems: ConfigurationProblemList())
        guard nodes.count <= Hook.maximumCount else {
            fields.complain(
                .outOfRange, position, "hooks", "\(nodes.count) hooks are more than \(Hook.maximumCount)",
                "remove some; one hook can have several events")
            return
        }
        for (index, node) in nodes.enumerated() { read(node, "hooks[\(index)]") }
    }

    private mutating func read(_ node: YAMLNode, _ place: String) {
        guard case .mapping = node.content else {
            if case .refused = node.content { return }
            fields.complain(
                .wrongType, node.position, place, "expected a map of keys",
                "write each hook as - on: EVENT and to: unix:PATH")
            return
        }
        let before = fields.problems.count
        var events: [HookEventKind]?
        var region: NamePattern?
        var path: String?
        for entry in fields.entries(of: node, named: place, "write on: EVENT and to: unix:PATH") {
            switch Key(rawValue: entry.key.text) {
            case .on: events = readEvents(entry, place)
            case .region: region = fields.value(of: entry, in: place, .namePattern)
            case .to: path = fields.value(of: entry, in: place, .hookSocket)
            case nil: fields.complainOfUnknown(entry, in: place, among: Key.allCases.map(\.rawValue))
            }
        }
        guard fields.problems.count == before else { return }
        guard let events, let path else {
            fields.complain(
                .missing, node.position, place, "the hook's key `\(events == nil ? "on" : "to")` is missing",
                events == nil
                    ? "write on: with one or several of \(HookEventKind.allNames)"
                    : "write to: unix:/run/locd-hook/NAME.sock")
            return
        }
        if region != nil, !events.contains(where: \.isOfRegion) {
            fields.complain(
                .badValue, node.position, "\(place).region", "none of the events is of a region",
                "remove region, or add enter or exit to on")
            return
        }
        let hook = Hook(events: events, region: region, path: path)
        guard !hooks.contains(hook) else {
            fields.complain(
                .duplicateKey, node.position, place, "the same hook is listed twice", "remove one of the two")
            return
        }
        hooks.append(hook)
    }

    private mutating func readEvents(_ entry: YAMLEntry, _ place: String) -> [HookEventKind]? {
        guard case .sequence(let nodes) = entry.value.content else {
            let event: HookEventKind? = fields.value(of: entry, in: place, .word)
            return event.map { [$0] }
        }
        var events: [HookEventKind] = []
        for node in nodes {
            let element = YAMLEntry(key: entry.key, position: node.position, value: node)
            guard let event: HookEventKind = fields.value(of: element, in: place, .word) else { return nil }
            guard !events.contains(event) else {
                fields.complain(
                    .duplicateKey, node.position, "\(place).on", "\(event.rawValue) is listed twice",
                    "remove one of the two")
                return nil
            }
            events.append(event)
        }
        guard !events.isEmpty else {
            fields.complain(
                .badValue, entry.value.position, "\(place).on", "the list is empty",
                "write one or several of \(HookEventKind.allNames)")
            return nil
        }
        return events
    }
}

extension HookEventKind {
    static var allNames: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
