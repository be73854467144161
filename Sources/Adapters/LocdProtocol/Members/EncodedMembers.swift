internal import LocationModel

/// Encodes the members of a record, with the decimals of a track line.
struct EncodedMembers: MemberWriter {
    private var container: KeyedEncodingContainer<MemberName>
    private var failure: (any Error)?

    private init(_ encoder: any Encoder) {
        container = encoder.container(keyedBy: MemberName.self)
    }

    /// Encodes the members that `write` adds.
    /// - Throws: The encoder's error.
    static func encode(to encoder: any Encoder, _ write: (inout EncodedMembers) -> Void) throws {
        var members = EncodedMembers(encoder)
        write(&members)
        if let failure = members.failure { throw failure }
    }

    mutating func member(_ name: StaticString, _ value: String) { encode(name, value) }
    mutating func member(_ name: StaticString, _ value: Timestamp) { encode(name, value.description) }
    mutating func member(_ name: StaticString, _ value: Bool) { encode(name, value) }

    mutating func member(_ name: StaticString, _ value: Double?, decimals: Int) {
        if let value = value?.rounded(toDecimals: decimals) { encode(name, value) }
    }

    mutating func member(_ name: StaticString, _ value: Int?) {
        if let value { encode(name, value) }
    }

    mutating func strings(_ name: StaticString, _ values: some Sequence<String>) { encode(name, Array(values)) }

    mutating func members<Record: JSONRecord>(_ name: StaticString, _ records: [Record]) {
        encode(name, records.map { EncodedRecord(record: $0) })
    }

    private mutating func encode(_ name: StaticString, _ value: some Encodable) {
        do {
            try container.encode(value, forKey: MemberName(name))
        } catch {
            failure = failure ?? error
        }
    }
}

/// A record as an element of an array.
private struct EncodedRecord<Record: JSONRecord>: Encodable {
    let record: Record

    func encode(to encoder: any Encoder) throws {
        try EncodedMembers.encode(to: encoder) { record.write(to: &$0) }
    }
}
