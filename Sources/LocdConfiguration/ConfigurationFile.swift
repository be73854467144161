internal import Glibc
internal import SystemSupport

/// Reads the bytes of a configuration file, and says in words why it cannot.
public enum ConfigurationFile {
    /// The most that is read: 256 KiB, some forty times what all keys with their comments need.
    public static let maximumBytes = 1 << 18

    /// The text of the file without a byte order mark, in UTF-8; `nil` where there is neither such a file nor a link of that name.
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
                // Who made a link meant a file, and may rely on what it forbids: its disk may not be mounted yet.
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

    /// Drop-ins that are read at most.
    static let maximumDropIns = 100

    /// The drop-ins of a file: what is called `*.yaml` in the directory of its name with `.d`, by name; none without the directory.
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

    /// Checks that bytes are UTF-8 of a sensible size, and takes the byte order mark away.
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

    /// How many bytes at the start are UTF-8.
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

    /// There is no file of that name, and it was asked for by name.
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
