/// A value in a YAML text and its position.
package struct YAMLNode {
    package enum Content {
        case scalar(YAMLScalar)
        case mapping([YAMLEntry])
        /// Its elements; none if the list is nested too deep.
        case sequence([YAMLNode])
        /// A part whose problem was already reported.
        case refused
    }

    package var content: Content
    package var position: YAMLPosition
}

package struct YAMLEntry {
    package var key: YAMLScalar
    package var position: YAMLPosition
    package var value: YAMLNode

    /// The key, as a message shows it.
    var name: String {
        key.text.isEmpty || key.text.unicodeScalars.count > 60 ? key.text.quoted : key.text.visible
    }

    /// The key with that of the map that it stands in.
    func name(in place: String?) -> String { place.map { "\($0).\(name)" } ?? name }
}

extension [YAMLNode] {
    /// The values of a list that contains only values; `nil` for any other list.
    package var scalars: [YAMLScalar]? {
        var scalars: [YAMLScalar] = []
        for node in self {
            guard case .scalar(let scalar) = node.content else { return nil }
            scalars.append(scalar)
        }
        return scalars
    }
}
