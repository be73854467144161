import Synchronization

/// A value behind a mutex, shareable.
public final class Locked<Value>: Sendable {
    private let mutex: Mutex<Value>

    /// Takes the first value.
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Reads or changes the value, alone.
    public func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
        try mutex.withLock(body)
    }
}
