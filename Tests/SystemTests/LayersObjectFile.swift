import Foundation

/// What an ELF file (64 bits, little endian: x86-64 and arm64) says about its needs.
struct LayersObjectFile {
    /// Why a file cannot be read as one.
    enum Malformed: Error { case notELF, truncated }

    /// Libraries that the compiler asks the linker for because of an `import`, without "-l".
    private(set) var autolinked: Set<String> = []
    /// Symbols that it uses and does not define: C's, C++'s and the Swift standard library's.
    private(set) var undefined: Set<String> = []
    /// Symbols of these kinds that it gives to others.
    private(set) var defined: Set<String> = []
    /// The shared libraries of a linked file (`DT_NEEDED`), such as "libgps.so.28".
    private(set) var needed: Set<String> = []

    private let bytes: Data

    private struct Section {
        let name: Int, kind: UInt32, offset: Int, size: Int, link: Int
    }

    /// Reads a file; throws what reading throws, or `Malformed`.
    init(path: String) throws {
        bytes = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        guard bytes.count >= 64, bytes.prefix(6) == Data([0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { throw Malformed.notELF }
        let table = try offset(at: 40)
        let count = Int(try read(UInt16.self, at: 60))
        guard table + count * 64 <= bytes.count else { throw Malformed.truncated }
        let sections = try (0..<count).map { index in
            let at = table + index * 64
            return Section(
                name: Int(try read(UInt32.self, at: at)), kind: try read(UInt32.self, at: at + 4),
                offset: try offset(at: at + 24), size: try offset(at: at + 32),
                link: Int(try read(UInt32.self, at: at + 40))
            )
        }
        let nameIndex = Int(try read(UInt16.self, at: 62))
        guard sections.indices.contains(nameIndex) else { throw Malformed.truncated }
        let names = sections[nameIndex]
        for section in sections {
            switch section.kind {
            case 2 where sections.indices.contains(section.link):
                try readSymbols(section, strings: sections[section.link])
            case 6 where sections.indices.contains(section.link):
                try readDynamic(section, strings: sections[section.link])
            case 1 where try string(at: names.offset + section.name) == ".swift1_autolink_entries":
                try readAutolink(section)
            default: break
            }
        }
    }

    private mutating func readSymbols(_ section: Section, strings: Section) throws {
        for at in stride(from: section.offset + 24, to: section.offset + section.size, by: 24) {
            // Local symbols bind nothing to another file.
            guard try read(UInt8.self, at: at + 4) >> 4 != 0 else { continue }
            let nameAt = strings.offset + Int(try read(UInt32.self, at: at))
            // Of Swift's symbols, the great majority, only the standard library's tell something that imports do not.
            if try hasBytes("$s", at: nameAt), try !hasBytes("$ss", at: nameAt) { continue }
            let name = try string(at: nameAt)
            if try read(UInt16.self, at: at + 6) == 0 { undefined.insert(name) } else { defined.insert(name) }
        }
    }

    private mutating func readDynamic(_ section: Section, strings: Section) throws {
        for at in stride(from: section.offset, to: section.offset + section.size, by: 16)
        where try read(Int64.self, at: at) == 1 {
            needed.insert(try string(at: strings.offset + (try offset(at: at + 8))))
        }
    }

    private mutating func readAutolink(_ section: Section) throws {
        var at = section.offset
        while at < section.offset + section.size {
            let entry = try string(at: at)
            at += entry.utf8.count + 1
            if entry.hasPrefix("-l") { autolinked.insert(String(entry.dropFirst(2))) }
        }
    }

    private func read<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type, at offset: Int) throws -> Value {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Value>.size else { throw Malformed.truncated }
        return Value(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Value.self) })
    }

    private func offset(at position: Int) throws -> Int {
        guard let value = Int(exactly: try read(UInt64.self, at: position)), value <= bytes.count else {
            throw Malformed.truncated
        }
        return value
    }

    private func hasBytes(_ text: StaticString, at offset: Int) throws -> Bool {
        guard offset >= 0, offset <= bytes.count - text.utf8CodeUnitCount else { return false }
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return false }
            return memcmp(base + offset, text.utf8Start, text.utf8CodeUnitCount) == 0
        }
    }

    private func string(at offset: Int) throws -> String {
        guard offset >= 0, offset < bytes.count else { throw Malformed.truncated }
        return try bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress?.advanced(by: offset),
                let end = memchr(start, 0, buffer.count - offset)
            else { throw Malformed.truncated }
            return String(
                decoding: UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(end) - start), as: UTF8.self)
        }
    }
}
