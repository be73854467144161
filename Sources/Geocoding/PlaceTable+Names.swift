extension PlaceTable {
    /// What has a name that is folded, the most populous first; some hundred at most.
    func entities(named key: String) throws(PlaceTableError) -> [TableEntity] {
        let key = Array(key.utf8)
        guard !key.isEmpty, key.count <= 255 else { return [] }
        var (low, high) = (0, count(.names))
        while low < high {
            let middle = (low + high) / 2
            if try stringBytes(record(.names, middle).u32(0)).lexicographicallyPrecedes(key) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var found: [TableEntity] = []
        while low < count(.names), found.count < 512 {
            let record = try record(.names, low)
            guard try stringBytes(record.u32(0)).elementsEqual(key) else { break }
            found.append(try TableEntity(record.u32(4)))
            low += 1
        }
        return found
    }

    /// Folds a text as the names of the table are folded: small letters without accents, one space for all that is no
    /// letter and no digit.
    func fold(_ text: some StringProtocol) throws(PlaceTableError) -> String {
        let folding = try records(.folding, 0..<count(.folding))
        var folded = ""
        for scalar in text.unicodeScalars {
            if let reference = Self.reference(for: scalar, in: folding) {
                folded += try string(reference)
            } else {
                folded.unicodeScalars.append(scalar)
            }
        }
        return folded.split(separator: " ").joined(separator: " ")
    }

    private static func reference(for scalar: Unicode.Scalar, in folding: [UInt8]) -> Int? {
        let size = Section.folding.recordSize
        var (low, high) = (0, folding.count / size)
        while low < high {
            let middle = (low + high) / 2
            let record = RecordBytes(folding[(middle * size)..<((middle + 1) * size)])
            if record.u32(0) == Int(scalar.value) { return record.u32(4) }
            if record.u32(0) < Int(scalar.value) { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
