/// A recording of what a Bluetooth controller said, as `btmon -w` and Android write it: packets with their times.
package struct BtsnoopReader: Sendable {
    /// Why a file is no such recording.
    package enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// It begins with something else.
        case noRecording
        /// Its version is not 1.
        case version(UInt32)
        /// Its packets are in a format without events.
        case format(UInt32)

        package var description: String {
            switch self {
            case .noRecording: "it is no btsnoop recording (btmon -w FILE makes one)"
            case .version(let version): "it is of version \(version), and only 1 is known"
            case .format(let format): "its packets are in the format \(format); 1001, 1002 and 2001 can be read"
            }
        }
    }

    /// An event of the controller.
    package struct Event: Sendable, Hashable {
        /// Microseconds, on a clock of the recording's own.
        package var time: Int64
        /// The event, from its code on.
        package var bytes: [UInt8]
    }

    private enum Format: UInt32 {
        /// Packets without their type; the flags have it.
        case plain = 1001
        /// The first byte is the type.
        case uart = 1002
        /// What BlueZ's monitor writes: the flags have the opcode and the adapter.
        case monitor = 2001
    }

    /// No packet of a controller is longer.
    private static let maximumPacket: UInt32 = 65_536

    private let format: Format
    private var bytes: ByteCursor

    /// Whether the file ends within a packet.
    package private(set) var isTruncated = false

    /// A reader at the first packet.
    package init(_ file: [UInt8]) throws(Failure) {
        bytes = ByteCursor(file)
        guard bytes.take(Array("btsnoop\0".utf8)), let version = bytes.long(), let number = bytes.long() else {
            throw .noRecording
        }
        guard version == 1 else { throw .version(version) }
        guard let format = Format(rawValue: number) else { throw .format(number) }
        self.format = format
    }

    /// The next event; `nil` at the end, or where the file is damaged.
    package mutating func next() -> Event? {
        while bytes.remaining > 0 {
            // Original length, included length, flags, dropped packets, time.
            guard bytes.long() != nil, let length = bytes.long(), length <= Self.maximumPacket,
                let flags = bytes.long(), bytes.long() != nil, let high = bytes.long(), let low = bytes.long(),
                let packet = bytes.bytes(Int(length))
            else {
                isTruncated = true
                return nil
            }
            let time = Int64(bitPattern: UInt64(high) << 32 | UInt64(low))
            if let event = event(packet, flags) { return Event(time: time, bytes: event) }
        }
        return nil
    }

    private func event(_ packet: [UInt8], _ flags: UInt32) -> [UInt8]? {
        switch format {
        // Received (1), and a command or an event (2).
        case .plain: flags & 3 == 3 ? packet : nil
        case .uart: packet.first == 0x04 ? Array(packet.dropFirst()) : nil
        case .monitor: flags & 0xFFFF == 3 ? packet : nil
        }
    }
}
