internal import Synchronization
internal import SystemSupport

/// Ends every wait of every thread, once and for all: a descriptor that becomes readable.
package final class StopSignal: Sendable {
    // Without descriptors nothing else here works either.
    private let wake = try? WakeDescriptor()
    private let isOver = Atomic(false)

    /// A signal that was not given yet.
    package init() {}

    /// Readable from then on.
    package var descriptor: Int32 { wake?.descriptor ?? -1 }

    package var isGiven: Bool { isOver.load(ordering: .acquiring) }

    package func give() {
        isOver.store(true, ordering: .releasing)
        wake?.signal()
    }
}
