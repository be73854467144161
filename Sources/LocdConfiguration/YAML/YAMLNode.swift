/// A value in a YAML text and its place.
struct YAMLNode {
    enum Content {
        case scalar(YAMLScalar)
        case mapping([YAMLEntry])
        /// Its elements; none of a list that lies too deep.
        case sequence([YAMLNode])
        /// Something that was complained about already.
        case refused
    }

    var content: Content
    var position: YAMLPosition
}

/// A key, its place, and its value.
struct YAMLEntry {
    var key: YAMLScalar
    var position: YAMLPosition
    var value: YAMLNode
}

extension [YAMLNode] {
    /// The values of a list that has nothing but values; `nil` of any other list.
    var scalars: [YAMLScalar]? {
        var scalars: [YAMLScalar] = []
        for node in self {
            guard case .scalar(let scalar) = node.content else { return nil }
            scalars.append(scalar)
        }
        return scalars
    }
}
