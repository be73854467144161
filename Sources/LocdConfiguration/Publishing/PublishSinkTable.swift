internal import LocationModel

/// The keys of a sink as JSON, from which `make generate` writes the reference.
public struct PublishSinkTable {
    /// All keys.
    public init() {}

    /// An array of objects: name, allowed, meaning, types.
    public func json() -> String {
        var line = JSONLine()
        line.begin()
        line.objects("keys", PublishSinkKey.all) { line, key in
            line.member("name", key.name)
            line.member("allowed", key.allowed)
            line.member("meaning", key.meaning)
            line.strings("types", PublishSink.Kind.allCases.filter(key.kinds.contains).map(\.rawValue))
        }
        line.end()
        return String(decoding: line.object, as: UTF8.self)
    }
}
