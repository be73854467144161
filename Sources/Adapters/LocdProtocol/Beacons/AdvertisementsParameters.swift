internal import LocationModel

extension ReportedAdvertisement {
    /// An advertisement with a payload.
    public init(_ payload: some Collection<UInt8>, rssi: Int) {
        self.init(data: payload.map(\.hexadecimal).joined(), rssi: rssi)
    }
}

extension AdvertisementsParameters {
    /// The maximum number of advertisements in a call.
    public static let maximumCount = 256
    /// The maximum number of bytes of a payload.
    private static let maximumLength = 1650

    /// The payloads and strengths.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if there are too many, or if one of them cannot be.
    public var effective: [(payload: [UInt8], rssi: Int)] {
        get throws(VarlinkError) {
            guard advertisements.count <= Self.maximumCount else { throw .invalidParameter("advertisements") }
            var heard: [(payload: [UInt8], rssi: Int)] = []
            for advertisement in advertisements {
                guard (-127...20).contains(advertisement.rssi) else { throw .invalidParameter("rssi") }
                guard let payload = Self.bytes(advertisement.data) else { throw .invalidParameter("data") }
                heard.append((payload, advertisement.rssi))
            }
            return heard
        }
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count.isMultiple(of: 2), text.utf8.count <= 2 * maximumLength else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for letter in text.utf8 {
            guard let digit = Character(Unicode.Scalar(letter)).hexDigitValue else { return nil }
            if let first = high {
                bytes.append(first << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        return bytes
    }
}
