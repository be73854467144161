internal import Glibc
internal import SystemSupport

/// The token file, which `locd web token` changes while the server runs. If it cannot be read, no token is valid.
package struct TokenFile: Sendable {
    package let path: String?

    /// The current tokens; none if the file is missing or unreadable.
    package var book: TokenBook {
        guard let path, let bytes = try? BoundedFile.contents(of: path, limit: TokenBook.maximumBytes),
            let book = try? TokenBook(bytes)
        else { return TokenBook() }
        return book
    }

    /// Adds a token and stores its hash. The file is readable by root and its group, which is locd-web if that exists.
    /// - Returns: The token, which cannot be recovered later.
    /// - Throws: ``SystemCallError``, or ``TokenBook/Fault`` of the file that is there.
    package static func add(name: String, accuracy: TokenBook.Accuracy, to path: String) throws -> String? {
        // One at a time: of two who read the same tokens, one would lose its own.
        let folder = open(FileReplacement.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        while flock(folder, LOCK_EX) != 0, errno == EINTR {}
        defer { SystemFileSystem().close(folder) }
        var book = TokenBook()
        do {
            book = try TokenBook(try BoundedFile.contents(of: path, limit: TokenBook.maximumBytes))
        } catch let failure as BoundedFile.Failure where failure.isMissing {
            // The first one.
        }
        guard let token = book.add(name: name, accuracy: accuracy, random: TokenBook.randomBytes()) else { return nil }
        let file = try FileReplacement(of: path, mode: 0o640)
        if geteuid() == 0, let group = SystemGroup(named: "locd-web") {
            _ = fchown(file.descriptor, 0, group.identifier)
        }
        try file.append(book.bytes)
        try file.commit(synchronizing: [.content, .name])
        return token
    }
}
