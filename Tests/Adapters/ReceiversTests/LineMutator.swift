import Glibc
import LocdTestSupport

/// Makes lines out of samples, changed, cut, doubled and filled up, the same at every run. With memory of its own and
/// the C library's moves: a debug build takes a microsecond for each byte that it moves through a collection.
struct LineMutator: ~Copyable {
    private static let room = 1 << 18
    private static let longest = 4096

    private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.room)
    private let alphabet: [UInt8] = Array("0123456789.-+,:;\"\\{}[]$!*NSEWAVe truefalsn\u{0}\u{7F}\n".utf8)
    private var generator: SeededGenerator
    private var count = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    deinit {
        memory.deallocate()
    }

    /// The lines since ``clear()``, valid until the next change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

    mutating func clear() {
        count = 0
    }

    /// 0..<limit, or 0.
    mutating func number(below limit: Int) -> Int {
        limit > 0 ? Int(truncatingIfNeeded: generator.next() >> 1) % limit : 0
    }

    /// Appends one of the samples, with up to four mutations; one in five stays as it is. Checksums are right but for
    /// one in four, so that the fields are read.
    mutating func append(mutationOf samples: [[UInt8]], hasChecksum: Bool) {
        guard count + Self.longest < Self.room else { return }
        let sample = samples[number(below: samples.count)]
        let line = memory + count
        var length = sample.count
        sample.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            memcpy(line, base, length)
        }
        for _ in 0..<number(below: 5) { mutate(line, &length) }
        if hasChecksum {
            var checksum: UInt8 = number(below: 4) == 0 ? 1 : 0
            var index = 1
            while index < length {
                checksum ^= line[index]
                index += 1
            }
            line[length] = UInt8(ascii: "*")
            line[length + 1] = digit(checksum >> 4)
            line[length + 2] = digit(checksum & 15)
            length += 3
        }
        line[length] = UInt8(ascii: "\n")
        count += length + 1
    }

    private mutating func mutate(_ line: UnsafeMutablePointer<UInt8>, _ length: inout Int) {
        guard length > 0, length < Self.longest / 2 else { return }
        let at = number(below: length)
        switch number(below: 8) {
        case 0: line[at] = UInt8(number(below: 256))
        case 1: remove(1, at: at, of: line, &length)
        case 2: remove(min(length - at, 1 + number(below: 20)), at: at, of: line, &length)
        case 3:
            let part = min(length - at, 1 + number(below: 40))
            open(part, at: at, of: line, &length)
            memcpy(line + at, line + at + part, part)
        case 4:
            let part = 1 + number(below: 60)
            open(part, at: at, of: line, &length)
            memset(line + at, Int32(UInt8(ascii: "9")), part)
        case 5:
            open(1, at: at, of: line, &length)
            line[at] = alphabet[number(below: alphabet.count)]
        default: line[at] = alphabet[number(below: alphabet.count)]
        }
    }

    private func remove(_ part: Int, at: Int, of line: UnsafeMutablePointer<UInt8>, _ length: inout Int) {
        memmove(line + at, line + at + part, length - at - part)
        length -= part
    }

    private func open(_ part: Int, at: Int, of line: UnsafeMutablePointer<UInt8>, _ length: inout Int) {
        memmove(line + at + part, line + at, length - at)
        length += part
    }

    private func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
