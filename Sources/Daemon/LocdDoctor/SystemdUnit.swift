/// A unit of systemd as in its files: the effective fragment, and the changes of drop-ins.
struct SystemdUnit {
    /// The directories that systemd searches, the highest precedence first.
    private static let folders = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/lib/systemd/system",
        "/usr/lib/systemd/system",
    ]

    /// Its file: `/lib/systemd/system/gpsd.socket`.
    let path: String
    /// Whether it is linked to /dev/null, so that nothing starts it.
    let isMasked: Bool
    private var assignments: [(key: String, value: String)] = []

    /// Reads a unit; `nil` if none has that name.
    init?(_ name: String, on box: Box) {
        guard
            let folder = Self.folders.first(where: { box.target("\($0)/\(name)") != nil || box.exists("\($0)/\(name)") }
            )
        else { return nil }
        path = "\(folder)/\(name)"
        isMasked = box.target(path) == "/dev/null"
        guard !isMasked else { return }
        read(box.text(path) ?? "")
        // Drop-ins of all folders in the order of their names; of several with one name, that of the folder with the
        // highest precedence counts.
        var extras: [String: String] = [:]
        for folder in Self.folders.reversed() {
            for extra in box.names("\(folder)/\(name).d") ?? [] where extra.hasSuffix(".conf") {
                extras[extra] = "\(folder)/\(name).d/\(extra)"
            }
        }
        for extra in extras.sorted(by: { $0.key < $1.key }) { read(box.text(extra.value) ?? "") }
    }

    static func sockets(of service: String, on box: Box) -> [String] {
        let names = Set(folders.flatMap { box.names($0) ?? [] }).filter { $0.hasSuffix(".socket") }
        return names.compactMap { SystemdUnit($0, on: box) }.filter { $0.value("Service") == service }
            .flatMap { $0.words("ListenStream") }
    }

    /// The words assigned to a key, in order; an empty assignment removes those before it.
    func words(_ key: String) -> [String] {
        assignments.filter { $0.key == key }.reduce(into: []) { words, assignment in
            if assignment.value.isEmpty { words = [] }
            words += assignment.value.split(separator: " ").map(String.init)
        }
    }

    /// The last value of a key; `nil` if there is none, or an empty one.
    func value(_ key: String) -> String? {
        assignments.last { $0.key == key }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    private mutating func read(_ text: String) {
        var pending = ""
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let line = line.trimmed
            if line.first == "#" || line.first == ";" { continue }
            if line.last == "\\" {
                pending += line.dropLast() + " "
                continue
            }
            let whole = (pending + line)[...].trimmed
            pending = ""
            guard let equals = whole.firstIndex(of: "=") else { continue }
            assignments.append(
                (
                    String(whole[..<equals].trimmed),
                    String(whole[whole.index(after: equals)...].trimmed)
                ))
        }
    }
}

extension Substring {
    /// Without the white space around it.
    var trimmed: Substring {
        var rest = self
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
