/// A value in a YAML text and its place.
struct YAMLNode {
    enum Content {
        case scalar(YAMLScalar)
        case mapping([YAMLEntry])
        /// The values of a list that has nothing but values; `nil` of any other list.
        case sequence([YAMLScalar]?)
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
