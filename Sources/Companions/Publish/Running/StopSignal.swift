internal import Glibc
internal import Synchronization

/// Ends every wait of every thread, once and for all: a descriptor that becomes readable.
package final class StopSignal: Sendable {
    /// Readable from then on.
    package let descriptor: Int32
    private let other: Int32
    private let isOver = Atomic(false)

    /// A signal that was not given yet.
    package init() {
        var ends: [Int32] = [-1, -1]
        // Without descriptors nothing else here works either.
        _ = pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        other = ends[1]
    }

    deinit {
        close(descriptor)
        close(other)
    }

    /// Whether it was given.
    package var isGiven: Bool { isOver.load(ordering: .acquiring) }

    package func give() {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var byte: UInt8 = 1
        _ = write(other, &byte, 1)
    }
}
