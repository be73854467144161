extension PlaceTable {
    /// The translations into one language: where they lie among the texts, ordered by what they belong to.
    struct Language: Sendable {
        let texts: Range<Int>
    }

    /// The languages of a locale identifier (`de_CH`, `zh-Hant-TW`) that the table has, the most particular first.
    func languages(for identifier: String) throws(PlaceTableError) -> [Language] {
        let bytes = try records(.languages, 0..<count(.languages))
        let size = Section.languages.recordSize
        var known: [String: Language] = [:]
        for index in 0..<count(.languages) {
            let record = RecordBytes(bytes[(index * size)..<((index + 1) * size)])
            let first = record.u32(8)
            guard first + record.u32(12) <= count(.texts) else { throw .damaged("language \(index) does not fit") }
            known[record.text(0, 8).lowercased()] = Language(texts: first..<(first + record.u32(12)))
        }
        return Self.tags(for: identifier).compactMap { known[$0] }
    }

    /// `de-ch`, `de` for `de_CH.UTF-8@euro`. Scripts of Chinese are known by the regions that write them.
    static func tags(for identifier: String) -> [String] {
        let plain = identifier.prefix { $0 != "." && $0 != "@" }.lowercased()
        let parts = plain.split { $0 == "_" || $0 == "-" }.prefix(3).map(String.init)
        guard let language = parts.first, language.utf8.count <= 8 else { return [] }
        var tags = parts.dropFirst().filter { $0.utf8.count == 2 }.map { "\(language)-\($0)" }
        if language == "zh" {
            if parts.contains("hant") { tags.append("zh-tw") }
            if parts.contains("hans") { tags.append("zh-cn") }
        }
        // What most write as "no" is Bokmål.
        return tags + (language == "no" ? ["nb"] : [language])
    }

    /// What something is called in the first of some languages that has a word for it.
    func translation(of entity: TableEntity, into languages: [Language]) throws(PlaceTableError) -> String? {
        for language in languages {
            var (low, high) = (language.texts.lowerBound, language.texts.upperBound)
            while low < high {
                let middle = (low + high) / 2
                let record = try record(.texts, middle)
                if record.u32(0) == entity.number { return try string(record.u32(4)) }
                if record.u32(0) < entity.number { low = middle + 1 } else { high = middle }
            }
        }
        return nil
    }
}
