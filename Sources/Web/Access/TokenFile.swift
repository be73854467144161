internal import Glibc
internal import SystemSupport

/// The file of tokens, which `locd web token` changes while the server runs. A file that cannot be read lets nobody in.
package struct TokenFile: Sendable {
    package let path: String?

    package init(path: String?) {
        self.path = path
    }

    /// The tokens now; none where there is no file, or it cannot be read.
    package var book: TokenBook {
        guard let path, let bytes = try? BoundedFile.contents(of: path, limit: TokenBook.maximumBytes),
            let book = try? TokenBook(bytes)
        else { return TokenBook() }
        return book
    }

    /// Adds a token and keeps its hash: readable by root and the group of the file, which is locd-web's if there is one.
    /// - Returns: The token, which nobody can find out again.
    /// - Throws: ``SystemCallError``, or ``TokenBook/Fault`` of the file that is there.
    package static func add(name: String, accuracy: TokenBook.Accuracy, to path: String) throws -> String? {
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
