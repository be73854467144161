/// Records in a row, as they lie in a table.
struct RecordList: RandomAccessCollection {
    let bytes: [UInt8]
    /// How long a record is in bytes.
    let size: Int

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count / size }

    subscript(index: Int) -> RecordBytes { RecordBytes(bytes[(index * size)..<((index + 1) * size)]) }

    /// Whether a ray eastwards from a point crosses an odd number of sides of the ring that has these corners.
    /// - Parameter corner: Where a record says that a corner is.
    func encloses(_ point: (x: Double, y: Double), corner: (RecordBytes) -> (x: Double, y: Double)) -> Bool {
        guard var before = last.map(corner) else { return false }
        var isInside = false
        for record in self {
            let here = corner(record)
            if (here.y > point.y) != (before.y > point.y) {
                let part = (point.y - here.y) / (before.y - here.y)
                if here.x + part * (before.x - here.x) > point.x { isInside.toggle() }
            }
            before = here
        }
        return isInside
    }
}
