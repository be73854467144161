/// Places, regions, countries, borders and names, as `make places` builds them: see `packaging/places/FORMAT.txt`.
///
/// Opening it reads it once, for its checksums, and keeps the list of its sections; everything else is read when
/// somebody asks. All of it is hostile until read: every number that leads somewhere is checked.
public struct PlaceTable: Sendable {
    /// What the file begins with.
    static let magic = Array("LOCDPLCE".utf8)
    static let version = 1

    /// A section, and how long its records are in bytes.
    enum Section: String, CaseIterable {
        case countries = "CTRY"
        case regions = "REGN"
        case timeZones = "ZONE"
        case places = "PLAC"
        case cells = "CELL"
        case languages = "LANG"
        case texts = "TEXT"
        case names = "NAME"
        case borders = "BORD"
        case waters = "WATR"
        case corners = "VRTX"
        case folding = "FOLD"
        case strings = "STRG"

        var recordSize: Int {
            switch self {
            case .countries, .regions, .places: 24
            case .timeZones, .cells: 4
            case .languages: 16
            case .texts, .names, .corners, .folding: 8
            case .borders, .waters: 32
            case .strings: 1
            }
        }
    }

    private let sections: TableSections

    /// Reads the file's head, and all of it once for the checksums.
    public init(_ bytes: TableBytes) throws(PlaceTableError) {
        sections = try TableSections(
            bytes, magic: Self.magic, version: Self.version,
            sizes: Dictionary(uniqueKeysWithValues: Section.allCases.map { ($0.rawValue, $0.recordSize) }))
        guard self.count(.cells) == GridCells.count + 1 else { throw .damaged("it has \(self.count(.cells)) cells") }
    }

    /// How many records a section has.
    func count(_ section: Section) -> Int { sections.count(section.rawValue) }

    func record(_ section: Section, _ index: Int) throws(PlaceTableError) -> RecordBytes {
        try records(section, index..<(index + 1))[0]
    }

    /// Records in a row, as they lie there.
    func records(_ section: Section, _ range: Range<Int>) throws(PlaceTableError) -> RecordList {
        try sections.records(section.rawValue, range)
    }

    /// A text: two bytes of length, then UTF-8. At most 255 bytes.
    func string(_ reference: Int) throws(PlaceTableError) -> String {
        String(decoding: try stringBytes(reference), as: UTF8.self)
    }

    func stringBytes(_ reference: Int) throws(PlaceTableError) -> ArraySlice<UInt8> {
        let end = min(count(.strings), reference &+ 257)
        guard reference >= 0, reference + 2 <= end else { throw .damaged("there is no text \(reference)") }
        let found = try records(.strings, reference..<end).bytes
        let length = RecordBytes(found[...]).u16(0)
        guard length <= found.count - 2 else { throw .damaged("text \(reference) does not end") }
        return found[2..<(2 + length)]
    }

    /// The translations into one language: where they lie among the texts, ordered by what they belong to.
    struct Language: Sendable {
        let texts: Range<Int>
    }

    /// The languages of a locale identifier (`de_CH`, `zh-Hant-TW`) that the table has, the most particular first.
    func languages(for identifier: String) throws(PlaceTableError) -> [Language] {
        var known: [String: Language] = [:]
        for (index, record) in try records(.languages, 0..<count(.languages)).enumerated() {
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

    private static func reference(for scalar: Unicode.Scalar, in folding: RecordList) -> Int? {
        var (low, high) = (0, folding.count)
        while low < high {
            let middle = (low + high) / 2
            let record = folding[middle]
            if record.u32(0) == Int(scalar.value) { return record.u32(4) }
            if record.u32(0) < Int(scalar.value) { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}

/// What a name or a translation belongs to.
enum TableEntity: Hashable {
    case place(Int)
    case region(Int)
    case country(Int)

    /// As the file has it: the kind in the upper four bits.
    init(_ number: Int) throws(PlaceTableError) {
        let index = number & 0x0FFF_FFFF
        switch number >> 28 {
        case 0: self = .place(index)
        case 1: self = .region(index)
        case 2: self = .country(index)
        default: throw .damaged("there is no kind \(number >> 28) of names")
        }
    }

    /// As the file has it.
    var number: Int {
        switch self {
        case .place(let index): index
        case .region(let index): 1 << 28 | index
        case .country(let index): 2 << 28 | index
        }
    }
}
