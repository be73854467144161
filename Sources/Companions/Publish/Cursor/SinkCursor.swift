internal import LocationModel
package import SystemSupport
package import Tracks

/// The cursor of one sink on disk: a file that gets a line for each acknowledgement, and that is rewritten when it has
/// grown.
///
/// A line survives the end of the process as soon as it is added, and a power cut after ``synchronize()``.
package final class SinkCursor {
    /// The maximum size that is read: more than a century of track files needs.
    static let maximumBytes = 64 << 20
    /// The file is rewritten when it has grown by this, and at least to twice its necessary size.
    static let growth = 256 << 10

    package private(set) var text: CursorText
    private let path: String
    private let fileSystem: any FileSystem
    private var descriptor: Int32?
    private var grown = 0
    private var needed = 0
    private var isDirty = false

    /// Reads the cursor at a path; there may be none yet.
    ///
    /// - Throws: System errors. A missing cursor is a new one; an unreadable one is an error.
    package init(path: String, fileSystem: any FileSystem = SystemFileSystem()) throws(SinkFailure) {
        self.path = path
        self.fileSystem = fileSystem
        do throws(BoundedFile.Failure) {
            text = CursorText(try BoundedFile.contents(of: path, limit: Self.maximumBytes))
        } catch {
            guard error.isMissing else {
                throw SinkFailure(
                    .state, "cannot read the cursor \(path): \(error)", "check the permissions of its folder")
            }
            text = CursorText()
        }
    }

    deinit {
        if let descriptor { fileSystem.close(descriptor) }
    }

    /// Adds a position. It survives the end of this process.
    package func add(_ position: SinkPosition) throws(SinkFailure) {
        try open()
        var line = JSONLine()
        line.append(position, as: nil)
        do throws(SystemCallError) {
            guard let descriptor else { return }
            try fileSystem.appendAll(line.bytes, to: descriptor)
        } catch {
            // A part of the line may have been written.
            close()
            throw failure(error)
        }
        text.take(position)
        isDirty = true
        grown += line.bytes.count
        if grown > Self.growth, grown > needed { try rewrite() }
    }

    /// Syncs added lines to the disk.
    package func synchronize() throws(SinkFailure) {
        guard isDirty, let descriptor else { return }
        do throws(SystemCallError) {
            try fileSystem.synchronize(descriptor)
            isDirty = false
        } catch {
            close()
            throw failure(error)
        }
    }

    package func forget(_ files: some Sequence<TrackFileName>) {
        text.forget(files)
    }

    private func open() throws(SinkFailure) {
        // A file that ends in the middle of a line must not be added to.
        if descriptor == nil { try rewrite() }
    }

    private func rewrite() throws(SinkFailure) {
        close()
        let lines = text.lines
        do throws(SystemCallError) {
            let replacement = try FileReplacement(of: path, mode: 0o600, through: path + ".new", fileSystem: fileSystem)
            try replacement.append(lines)
            try replacement.commit(synchronizing: [.content, .name])
            descriptor = try fileSystem.openForAppending(path)
        } catch {
            throw failure(error)
        }
        needed = lines.count
        grown = 0
        isDirty = false
    }

    private func close() {
        if let descriptor { fileSystem.close(descriptor) }
        descriptor = nil
    }

    private func failure(_ error: SystemCallError) -> SinkFailure {
        SinkFailure(
            .state, "cannot write the cursor \(path): \(error.message)",
            "nothing is sent until it can be written; check the disk and the permissions of the folder")
    }
}
