package import LocationModel
internal import LocationServices
package import Tracks

/// The position in one track file up to which a server has acknowledged a sink's records.
package struct SinkPosition: Sendable, Hashable {
    /// The file, by its name without compression.
    package var file: TrackFileName
    /// The end of the last acknowledged line, in bytes from the start of the unpacked file.
    package var offset: Int64
    /// The length of that line, including its newline; 0 if there is no line to recognize.
    package var length = 0
    /// The fingerprint of that line.
    package var fingerprint: UInt64 = 0
    /// The size of the compressed file, on the disk, if all of it is acknowledged.
    package var packedSize: Int64?
    /// How many records the server has acknowledged in all.
    package var sequence = 0
    /// The UTC day on which the latest bytes were sent, and their number.
    package var day: CivilDate?
    package var bytes = 0
    /// The state of the filter after that line.
    package var memory = FilterMemory()
    /// The last location that was sent live, which a broker retains.
    package var retained: Retained?

    /// The place for which a location was sent, and its ``PublishSink/Accuracy-swift.enum/metres``.
    package struct Retained: Sendable, Hashable {
        var place: Coordinate
        var accuracy: Double
    }
}

extension SinkPosition: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("file", file.description)
        members.member("offset", Int(offset))
        members.member("length", length)
        members.member("fingerprint", fingerprint.hexadecimal)
        members.member("packedSize", packedSize.map(Int.init))
        members.member("sequence", sequence)
        members.member(ifKnown: "day", day?.description)
        members.member("bytes", bytes)
        members.member("thinned", memory.thinned)
        members.member(ifKnown: "hiddenSince", memory.privacy.hiddenSince)
        members.member(ifKnown: "lastBlur", memory.privacy.lastBlur)
        members.member(ifKnown: "lastDelivered", memory.privacy.lastDelivered)
        members.member(ifKnown: "hiddenUntil", memory.privacy.hiddenUntil)
        if memory.privacy.isPlaceKnown { members.member("placeKnown", true) }
        if !memory.privacy.waiting.isEmpty {
            members.strings("waiting", memory.privacy.waiting.map(Self.line))
        }
        members.member("zoneLatitude", memory.privacy.zone?.latitude, decimals: 9)
        members.member("zoneLongitude", memory.privacy.zone?.longitude, decimals: 9)
        members.member("cellLatitude", memory.reduced.place?.latitude, decimals: 9)
        members.member("cellLongitude", memory.reduced.place?.longitude, decimals: 9)
        if memory.reduced.isAtRest { members.member("cellRests", true) }
        members.member("cellSlot", memory.reduced.slot.map(Int.init))
        members.member(ifKnown: "lastKept", memory.lastKept)
        members.member("placeLatitude", memory.place?.latitude, decimals: 7)
        members.member("placeLongitude", memory.place?.longitude, decimals: 7)
        members.member("retainedLatitude", retained?.place.latitude, decimals: 9)
        members.member("retainedLongitude", retained?.place.longitude, decimals: 9)
        members.member("retainedAccuracy", retained?.accuracy, decimals: 3)
    }

    package init(from members: inout some MemberReader) throws(MemberFault) {
        guard let file = TrackFileName(try members.requiredText("file")), file.compression == nil else {
            throw MemberFault(.invalid, "file")
        }
        let length = try members.requiredWhole("length")
        guard let fingerprint = UInt64(hexadecimal: try members.requiredText("fingerprint")) else {
            throw MemberFault(.invalid, "fingerprint")
        }
        let offset = Int64(try members.requiredWhole("offset"))
        guard length <= offset else { throw MemberFault(.invalid, "length") }
        self.init(
            file: file, offset: offset, length: length, fingerprint: fingerprint,
            packedSize: members.whole("packedSize").map(Int64.init))
        sequence = members.whole("sequence") ?? 0
        day = members.text("day").flatMap { CivilDate($0) }
        bytes = members.whole("bytes") ?? 0
        memory.thinned = members.whole("thinned") ?? 0
        memory.privacy.hiddenSince = members.moment("hiddenSince")
        memory.privacy.lastBlur = members.moment("lastBlur")
        memory.privacy.lastDelivered = members.moment("lastDelivered")
        memory.privacy.hiddenUntil = members.moment("hiddenUntil")
        memory.privacy.isPlaceKnown = members.flag("placeKnown") ?? false
        memory.privacy.waiting = (members.texts("waiting") ?? []).compactMap { text in
            if case .record(.event(let event)) = TrackLine(parsing: text) { event } else { nil }
        }
        memory.privacy.zone = Self.place(members.number("zoneLatitude"), members.number("zoneLongitude"))
        memory.reduced.place = Self.place(members.number("cellLatitude"), members.number("cellLongitude"))
        memory.reduced.isAtRest = members.flag("cellRests") ?? false
        memory.reduced.slot = members.number("cellSlot").flatMap { Int64(exactly: $0) }
        memory.lastKept = members.moment("lastKept")
        memory.place = Self.place(members.number("placeLatitude"), members.number("placeLongitude"))
        retained = Self.place(members.number("retainedLatitude"), members.number("retainedLongitude")).map {
            Retained(place: $0, accuracy: members.number("retainedAccuracy") ?? 0)
        }
    }

    private static func line(_ event: LocationEvent) -> String {
        var line = JSONLine()
        line.append(event)
        return String(decoding: line.bytes.dropLast(), as: UTF8.self)
    }

    private static func place(_ latitude: Double?, _ longitude: Double?) -> Coordinate? {
        guard let latitude, let longitude else { return nil }
        let place = Coordinate(latitude: latitude, longitude: longitude)
        return place.isValid ? place : nil
    }
}
