import LocationModel

/// The events of one kind from a session: its locations, headings or visits, one after the other.
public struct SessionElements<Element: Sendable>: AsyncSequence, Sendable {
    /// The error that ends the sequence; see ``LocdClientError``.
    public typealias Failure = LocdClientError

    /// The session; it can be configured while it runs.
    public let session: LocationSession
    private let element: @Sendable (LocationEvent) -> Element?

    init(_ session: LocationSession, _ element: @escaping @Sendable (LocationEvent) -> Element?) {
        self.session = session
        self.element = element
    }

    /// Creates the iterator; it ends without an error if the task is cancelled.
    public func makeAsyncIterator() -> Iterator {
        Iterator(session: session, element: element)
    }

    /// Picks the elements from the updates of a session.
    public struct Iterator: AsyncIteratorProtocol {
        private let session: LocationSession
        private var updates: LocationSession.Iterator
        private let element: @Sendable (LocationEvent) -> Element?
        private var waiting: ArraySlice<Element> = []

        fileprivate init(
            session: LocationSession, element: @escaping @Sendable (LocationEvent) -> Element?
        ) {
            self.session = session
            updates = session.makeAsyncIterator()
            self.element = element
        }

        /// The next element; `nil` once the task is cancelled.
        public mutating func next() async throws(LocdClientError) -> Element? {
            while true {
                if let next = waiting.popFirst() { return next }
                guard let update = try await updates.next() else { return nil }
                switch update {
                case .connected, .events: try await session.requireAuthorization()
                case .disconnected, .missed: break
                }
                if case .events(let events) = update { waiting = events.compactMap(element)[...] }
            }
        }
    }
}
