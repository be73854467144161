import Dispatch
import Glibc
import SystemSupport

/// Waits for the kernel to say so, without a blocked thread and without asking again and again.
public enum Readiness {
    /// Returns when there is something to read from a descriptor, or when the task is cancelled.
    public static func readable(_ descriptor: CInt) async {
        await wait(for: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global()))
    }

    /// Returns when a descriptor takes bytes, or when the task is cancelled.
    public static func writable(_ descriptor: CInt) async {
        await wait(for: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .global()))
    }

    /// Returns when a file is there, or is not. Its directory must exist.
    public static func file(_ path: String, isThere: Bool = true) async throws {
        let directory = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let events = try DirectoryEvents(of: directory, IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM)
        while (access(path, F_OK) == 0) != isThere {
            try Task.checkCancellation()
            await readable(events.descriptor)
            events.takeAll { _, _ in }
        }
    }

    private static func wait(for source: any DispatchSourceProtocol) async {
        nonisolated(unsafe) let source = source
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                source.setEventHandler { source.cancel() }
                source.setCancelHandler { continuation.resume() }
                source.resume()
            }
        } onCancel: {
            source.cancel()
        }
    }
}
