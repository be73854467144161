import Glibc

/// The names of files on the command line that are no text: a name may have any bytes, and Swift's arguments are UTF-8.
enum FileNames {
    /// The words of the command line. A name that is not UTF-8 becomes the path of the file, opened for reading.
    static let arguments = CommandLine.arguments.indices.dropFirst().map { index in
        read[index]?.path ?? CommandLine.arguments[index]
    }

    /// The first argument that is not UTF-8 and names nothing that can be read, for people.
    static let unreadable = CommandLine.arguments.indices.dropFirst().lazy
        .first { bytes(of: $0).flatMap(text(of:)) == nil && read[$0] == nil }
        .map { shown(bytes(of: $0) ?? []) }

    /// Words with names as a terminal can show them: without control characters, and each in its line.
    static func shown(in words: String) -> String {
        let odd = CommandLine.arguments.dropFirst().filter { shown(Array($0.utf8)) != $0 }
            .map { (path: $0, name: shown(Array($0.utf8))) }
        let named = (odd + read.values).reduce(words) { words, file in
            words.split(separator: file.path, omittingEmptySubsequences: false).joined(separator: file.name)
        }
        return named.split(separator: "\n", omittingEmptySubsequences: false)
            .map { shown(Array($0.utf8)) }.joined(separator: "\n")
    }

    /// What was opened, by the index of its argument.
    private static let read: [Int: (path: String, name: String)] = CommandLine.arguments.indices.reduce(into: [:]) {
        guard let name = bytes(of: $1), text(of: name) == nil, let argument = CommandLine.unsafeArgv[$1] else { return }
        let file = open(argument, O_RDONLY | O_CLOEXEC)
        if file >= 0 { $0[$1] = ("/proc/self/fd/\(file)", shown(name)) }
    }

    private static func bytes(of index: Int) -> [UInt8]? {
        CommandLine.unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }

    private static func text(of bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }

    /// A name with each byte that is not UTF-8, and each control character, as `\x1B`.
    private static func shown(_ name: [UInt8]) -> String {
        var rest = name[...]
        var result = ""
        while !rest.isEmpty {
            let scalar = (1...4).lazy.compactMap { text(of: Array(rest.prefix($0)))?.unicodeScalars.first }.first
            let bytes = rest.prefix(scalar?.utf8.count ?? 1)
            if let scalar, scalar.properties.generalCategory != .control {
                result.unicodeScalars.append(scalar)
            } else {
                result += bytes.map { "\\x\($0 < 16 ? "0" : "")\(String($0, radix: 16, uppercase: true))" }.joined()
            }
            rest = rest.dropFirst(bytes.count)
        }
        return result
    }
}
