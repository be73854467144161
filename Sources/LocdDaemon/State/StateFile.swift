import FoundationEssentials
import LocationServices
import LocdProtocol
import Tracks

/// The file in which the recorder's pipeline keeps what it must not forget over a restart: whole or not there, never a part.
struct StateFile: Sendable {
    /// What is in the file.
    private struct Content: Codable {
        /// Of the form, not of locd.
        var version: Int
        /// Which locd wrote it.
        var locd: String?
        var state: PipelineState
    }

    /// What is looked at first: of another version the rest may mean anything.
    private struct Envelope: Decodable {
        var version: Int
    }

    /// What was found.
    enum Finding {
        case state(PipelineState)
        /// There is no such file: a first run.
        case none
        /// There is one that cannot be used, in words.
        case unusable(String)
        /// There may be one, and the system does not give it.
        case unreadable(SystemCallError)
    }

    /// The version of the form that is written and read.
    static let version = 1
    /// More is not read: 100,000 regions that are all inside need a fifth of it.
    static let maximumBytes: Int64 = 64 << 20
    private static let name = "recorder.json"

    private let directory: String
    private let fileSystem: any TrackFileSystem

    init(directory: String, fileSystem: any TrackFileSystem = SystemFileSystem()) {
        self.directory = directory
        self.fileSystem = fileSystem
    }

    /// Where it is.
    var path: String { "\(directory)/\(Self.name)" }
    /// Where it goes when it cannot be used, for whoever wants to know why.
    var damagedPath: String { "\(path).damaged" }

    /// Reads it; whatever is in there, this returns.
    func read() -> Finding {
        let bytes: [UInt8]
        do throws(SystemCallError) {
            guard let all = try contents() else { return .unusable("it is not a file of at most 64 MiB") }
            bytes = all
        } catch {
            return error.isMissing ? .none : .unreadable(error)
        }
        do {
            let decoder = JSONDecoder()
            let version = try decoder.decode(Envelope.self, from: Data(bytes)).version
            guard version == Self.version else { return .unusable("it is of version \(version), not \(Self.version)") }
            let state = try decoder.decode(Content.self, from: Data(bytes)).state
            return state.isSound ? .state(state) : .unusable("it says what cannot be")
        } catch {
            return .unusable("it is damaged")
        }
    }

    /// Puts a file that cannot be used out of the way; false where that is not possible.
    func setAside() -> Bool {
        (try? fileSystem.rename(path, to: damagedPath)) != nil
    }

    /// Writes it, in place of the one before. Makes the directory where that is missing.
    ///
    /// - Parameter isSynced: Whether it must be on the disk before it bears its name. Without that a power cut can leave an
    ///   empty file under the name.
    func write(_ state: PipelineState, isSynced: Bool) throws(SystemCallError) {
        guard
            let data = try? JSONEncoder().encode(
                Content(version: Self.version, locd: LocdRelease.version, state: state))
        else { throw SystemCallError("encode", SystemCallError.invalid) }
        let new = "\(path).new"
        if (try? fileSystem.status(at: directory)) == nil { try fileSystem.makeDirectory(directory) }
        // Of a run that was killed while it wrote.
        try? fileSystem.remove(new)
        // It holds the latest place even where the track does not: not for the group.
        let descriptor = try fileSystem.create(new, mode: 0o600)
        do throws(SystemCallError) {
            defer { fileSystem.close(descriptor) }
            try append(Array(data), to: descriptor)
            if isSynced { try fileSystem.synchronize(descriptor) }
            try fileSystem.rename(new, to: path)
        } catch {
            try? fileSystem.remove(new)
            throw error
        }
        // Which of two whole files a power cut leaves does not matter: the track, which is synced before, tells them apart.
    }

    private func append(_ bytes: [UInt8], to descriptor: Int32) throws(SystemCallError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            var failure: SystemCallError?
            let count = rest.withUnsafeBufferPointer { buffer in
                do throws(SystemCallError) {
                    return try fileSystem.append(buffer, to: descriptor)
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            rest = rest.dropFirst(count)
        }
    }

    /// All of it; `nil` where it is no file, or too large.
    private func contents() throws(SystemCallError) -> [UInt8]? {
        let descriptor = try fileSystem.openForReading(path)
        defer { fileSystem.close(descriptor) }
        let status = try fileSystem.status(of: descriptor)
        guard status.kind == .regular, status.size <= Self.maximumBytes else { return nil }
        var failure: SystemCallError?
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.size)) { buffer, filled in
            do throws(SystemCallError) {
                while filled < buffer.count {
                    let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                    let count = try fileSystem.read(into: rest, at: Int64(filled), from: descriptor)
                    guard count > 0 else { return }
                    filled += count
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
