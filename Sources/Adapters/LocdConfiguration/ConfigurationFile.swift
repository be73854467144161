internal import Glibc
internal import SystemSupport

/// Reads the bytes of a configuration file, and explains why if it cannot.
public enum ConfigurationFile {
    /// The largest size that is read: 256 KiB, some forty times what all keys with their comments need.
    public static let maximumBytes = 1 << 18

    /// The text of the file in UTF-8, without a byte order mark; `nil` if neither a file nor a link has this name.
    static func read(
        _ path: String, maximumBytes: Int = maximumBytes, example: String = "locd.yaml"
    ) throws(ConfigurationError) -> [UInt8]? {
        guard !path.utf8.contains(0) else {
            throw refusal(.missing, path, "a path cannot contain a NUL", "name another file")
        }
        let bytes: [UInt8]
        do throws(BoundedFile.Failure) {
            bytes = try BoundedFile.contents(of: path, limit: maximumBytes, accepting: .regularOrDevice)
        } catch {
            switch error {
            case .system(let error) where error.number == ENOENT:
                // A link means that a file is expected, and its prohibitions may be relied on: its disk may not be
                // mounted yet.
                guard isLink(path) else { return nil }
                throw refusal(
                    .unreadable, path, "is a link to a missing file", "point it to a file, or remove it")
            case .system(let error): throw refusal(errno: error.number, path, example)
            case .notAFile:
                throw refusal(
                    .unreadable, path, "is not a regular file", "name a file that can be read again at a reload")
            case .tooLarge: throw tooLarge(path, maximumBytes)
            }
        }
        return try text(bytes, path, maximumBytes: maximumBytes)
    }

    static let maximumDropIns = 100

    /// The drop-ins of a file: `*.yaml` in the directory with its name and `.d` appended, sorted by name; empty without
    /// it.
    static func dropIns(of path: String) throws(ConfigurationError) -> [String] {
        let directory = path + ".d"
        let names: [String]
        do throws(SystemCallError) {
            names = try SystemFileSystem().names(in: directory)
        } catch {
            guard error.number != ENOENT, error.number != ENOTDIR else { return [] }
            throw refusal(errno: error.number, directory)
        }
        let chosen = names.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.sorted()
        guard chosen.count <= maximumDropIns else {
            throw refusal(
                .tooLarge, directory, "has more than \(maximumDropIns) files", "put the settings into fewer files")
        }
        return chosen.map { "\(directory)/\($0)" }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Checks that the bytes are UTF-8 and not too many, and removes the byte order mark.
    static func text(
        _ bytes: [UInt8], _ path: String, maximumBytes: Int = maximumBytes
    ) throws(ConfigurationError) -> [UInt8] {
        guard bytes.count <= maximumBytes else { throw tooLarge(path, maximumBytes) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let valid = validPrefix(of: bytes)
            let place = YAMLPosition(ofByte: valid, in: bytes)
            let byte = valid < bytes.count ? String(bytes[valid], radix: 16, uppercase: true) : "?"
            throw refusal(
                .notText, path, "not UTF-8: byte 0x\(byte) is not part of a character",
                "save the file as UTF-8, or replace that character", place)
        }
        return text.unicodeScalars.first == "\u{FEFF}" ? Array(bytes.dropFirst(3)) : bytes
    }

    /// The number of bytes at the start that are valid UTF-8.
    private static func validPrefix(of bytes: [UInt8]) -> Int {
        var decoder = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var count = 0
        while case .valid(let scalar) = decoder.parseScalar(from: &iterator) { count += scalar.count }
        return count
    }

    /// Why the system refused to read the file.
    static func refusal(
        errno code: Int32, _ path: String, _ example: String = "locd.yaml"
    ) -> ConfigurationError {
        switch code {
        case EISDIR:
            let separator = path.hasSuffix("/") ? "" : "/"
            return refusal(
                .unreadable, path, "is a directory", "name the file in it: \(path.visible)\(separator)\(example)")
        case EACCES, EPERM:
            return refusal(
                .unreadable, path, "cannot be read: \(SystemCallError.message(of: code))",
                "allow the user locd to read it: chgrp locd FILE, chmod 640 FILE; locd must be able to enter its directory"
            )
        case ELOOP:
            return refusal(
                .unreadable, path, "cannot be read: \(SystemCallError.message(of: code))",
                "point the link to a file")
        default:
            return refusal(
                .unreadable, path, "cannot be read: \(SystemCallError.message(of: code))",
                "make it a readable file")
        }
    }

    /// The error for a file that was named and does not exist.
    static func missing(_ path: String) -> ConfigurationError {
        refusal(
            .missing, path, "file not found",
            "write one with locd config default > FILE, or omit --config to use the defaults")
    }

    private static func tooLarge(_ path: String, _ maximumBytes: Int) -> ConfigurationError {
        refusal(
            .tooLarge, path, "is larger than \(maximumBytes) bytes", "name another file")
    }

    private static func refusal(
        _ code: ConfigurationProblem.Code, _ path: String, _ what: String, _ remedy: String,
        _ place: YAMLPosition? = nil
    ) -> ConfigurationError {
        let origin = ConfigurationOrigin.file(path: path, line: place?.line, column: place?.column)
        return ConfigurationError(
            problems: [ConfigurationProblem(code: code, origin: origin, key: nil, what: what, remedy: remedy)],
            omitted: 0)
    }
}

/// An invalid configuration, with all its problems.
public struct ConfigurationError: Error, Sendable, Hashable {
    /// The problems, in the order of the file, then of the environment. Never empty.
    public let problems: [ConfigurationProblem]
    /// The number of further problems, which were not kept.
    public let omitted: Int
}

extension ConfigurationError: CustomStringConvertible {
    /// One line per problem.
    public var description: String {
        var lines = problems.map(\.description)
        if omitted > 0 { lines.append("and \(omitted) further problem\(omitted == 1 ? "" : "s")") }
        return lines.joined(separator: "\n")
    }
}

/// A configuration in a file of its own, owned by the program that obeys it: web.yaml, publish.yaml.
package protocol ConfigurationDocument: Sendable {
    static var defaultPath: String { get }

    /// The configuration without the default file; `nil` if the file is required.
    static var withoutFile: Self? { get }

    /// Reads a text in UTF-8, and collects all its problems: a file with one problem is refused as a whole.
    init(path: String, text: [UInt8], problems: inout ConfigurationProblemList)
}

extension ConfigurationDocument {
    /// Reads a file.
    ///
    /// - Throws: All problems, each with line, column, key, cause and remedy; a single one if the file does not exist.
    package static func read(at path: String = defaultPath) throws(ConfigurationError) -> Self {
        let name = defaultPath.split(separator: "/").last.map(String.init) ?? defaultPath
        guard let text = try ConfigurationFile.read(path, example: name) else {
            if path == defaultPath, let withoutFile { return withoutFile }
            throw ConfigurationError(
                problems: [
                    ConfigurationProblem(
                        code: .missing, origin: .file(path: path), key: nil, what: "there is no such file",
                        remedy: "write one; the manual page locd-\(name.prefix { $0 != "." })(8) has an example")
                ], omitted: 0)
        }
        return try read(text, name: path)
    }

    /// Reads bytes: UTF-8, at most ``ConfigurationFile/maximumBytes``.
    package static func read(_ bytes: [UInt8], name: String) throws(ConfigurationError) -> Self {
        var problems = ConfigurationProblemList()
        let document = Self(path: name, text: try ConfigurationFile.text(bytes, name), problems: &problems)
        if let error = problems.error { throw error }
        return document
    }
}
