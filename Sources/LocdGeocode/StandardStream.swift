import Glibc
import SystemSupport

/// One of the three descriptors that every process starts with.
struct StandardStream {
    static let input = StandardStream(descriptor: 0)
    static let output = StandardStream(descriptor: 1)
    static let error = StandardStream(descriptor: 2)

    let descriptor: CInt

    /// Reads up to a line feed, the end, the limit or the deadline: whichever comes first.
    func readLine(maximum: Int, within limit: Duration) -> [UInt8] {
        let deadline = SystemClock.sinceBoot + limit
        var line: [UInt8] = []
        while line.count < maximum, !line.contains(0x0A) {
            let left = Int32(clamping: Int64((deadline - SystemClock.sinceBoot) / .milliseconds(1)))
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&polled, 1, left) > 0 else { break }
            let count = withUnsafeTemporaryAllocation(byteCount: maximum - line.count, alignment: 1) { room in
                let count = read(descriptor, room.baseAddress, room.count)
                if count > 0 { line += room.prefix(count) }
                return count
            }
            guard count > 0 else { break }
        }
        return line
    }

    /// Writes all of it, or as much as there is a reader for.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
