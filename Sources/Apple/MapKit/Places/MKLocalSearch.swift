/// Finds places by their names: towns, areas and countries of the daemon's table, or addresses if the administrator
/// configured a server. It knows no shops: a search for points of interest fails with `placemarkNotFound`, and says so.
@_weakLinked open class MKLocalSearch: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its question has a lock.

    /// Called on the main queue.
    public typealias CompletionHandler = (Response?, (any Error)?) -> Void

    /// What is wanted.
    @_weakLinked public struct ResultType: OptionSet, Sendable {
        /// As a number.
        public let rawValue: UInt
        /// Of a number.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Addresses and towns.
        public static let address = Self(rawValue: 1)
        /// Shops and sights, which are not known.
        public static let pointOfInterest = Self(rawValue: 2)
        /// Mountains and lakes.
        public static let physicalFeature = Self(rawValue: 4)
    }

    /// What is searched for.
    @_weakLinked open class Request: NSObject, @unchecked Sendable {
        // Unchecked: who changes it does not share it meanwhile, as with Apple's.

        /// A name or an address.
        open var naturalLanguageQuery: String?
        /// Places in it come first.
        open var region = MKCoordinateRegion()
        /// Addresses are found, and nothing else.
        open var resultTypes: ResultType = [.address, .pointOfInterest, .physicalFeature]
        /// Kept: no points of interest are found.
        open var pointOfInterestFilter: MKPointOfInterestFilter?

        public override init() { super.init() }
        /// A name or an address.
        public init(naturalLanguageQuery: String) {
            self.naturalLanguageQuery = naturalLanguageQuery
            super.init()
        }
        /// A name or an address, near a region.
        public init(naturalLanguageQuery: String, region: MKCoordinateRegion) {
            self.naturalLanguageQuery = naturalLanguageQuery
            self.region = region
            super.init()
        }
        /// What a completion stands for.
        public init(completion: MKLocalSearchCompletion) {
            naturalLanguageQuery = [completion.title, completion.subtitle].filter { !$0.isEmpty }.joined(
                separator: ", ")
            super.init()
        }
    }

    /// What was found.
    @_weakLinked open class Response: NSObject, @unchecked Sendable {
        // Unchecked, because clients may subclass it: its values do not change.

        /// The places, the most likely first.
        public let mapItems: [MKMapItem]
        /// What contains all of them.
        public let boundingRegion: MKCoordinateRegion

        init(_ items: [MKMapItem]) {
            mapItems = items
            let points = items.map { MKMapPoint($0.location.coordinate) }
            boundingRegion = MKCoordinateRegion(
                points.reduce(MKMapRect.null) {
                    $0.union(MKMapRect(origin: $1, size: MKMapSize(width: 0, height: 0)))
                })
            super.init()
        }
    }

    private let query: String?
    private let region: MKCoordinateRegion
    private let question = MapQuestion()
    private let refusal: MKError?

    /// A search for names.
    public init(request: Request) {
        (query, region) = (request.naturalLanguageQuery, request.region)
        refusal = request.resultTypes.contains(.address) ? nil : Self.noPointsOfInterest
        super.init()
    }

    /// A search for points of interest, which fails.
    public init(request: MKLocalPointsOfInterestRequest) {
        (query, region, refusal) = (nil, request.coordinateRegion, Self.noPointsOfInterest)
        super.init()
    }

    private static let noPointsOfInterest = MKError(
        .placemarkNotFound, "locd has no table of points of interest; search for a town or an address")

    /// Whether it waits for the answer.
    open var isSearching: Bool { question.isLoading }

    /// Searches. The completion is called on the main queue.
    open func start(completionHandler: @escaping CompletionHandler) {
        let asked = Transferred(completionHandler)
        Task { @MainActor in
            do { asked.value(try await self.start(), nil) } catch { asked.value(nil, error) }
        }
    }

    /// Searches.
    /// - Throws: An ``MKError``.
    open func start() async throws -> Response {
        if let refusal { throw refusal }
        let (query, area) = (query ?? "", region.circle)
        return Response(try await question.ask { $0.geocodeAddressString(query, in: area(), completionHandler: $1) })
    }

    /// Ends the search with an error.
    open func cancel() { question.cancel() }
}

/// Points of interest around a place: never found.
@_weakLinked open class MKLocalPointsOfInterestRequest: NSObject, @unchecked Sendable {
    // Unchecked: who changes it does not share it meanwhile, as with Apple's.

    /// Where.
    public let coordinateRegion: MKCoordinateRegion
    /// Its middle.
    open var coordinate: CLLocationCoordinate2D { coordinateRegion.center }
    /// Metres around it.
    public let radius: CLLocationDistance
    /// Kept.
    open var pointOfInterestFilter: MKPointOfInterestFilter?

    /// All within so many metres.
    public init(center coordinate: CLLocationCoordinate2D, radius: CLLocationDistance) {
        coordinateRegion = MKCoordinateRegion(
            center: coordinate, latitudinalMeters: 2 * radius, longitudinalMeters: 2 * radius)
        self.radius = radius
        super.init()
    }

    /// All within a region.
    public init(coordinateRegion region: MKCoordinateRegion) {
        coordinateRegion = region
        radius = region.span.latitudeDelta / 2 * equator / 360
        super.init()
    }
}

/// A place whose name was typed.
@_weakLinked open class MKLocalSearchCompletion: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// Its name.
    public let title: String
    /// The area and the country.
    public let subtitle: String
    /// Which part of the title was typed.
    public let titleHighlightRanges: [NSValue]
    /// No part.
    open var subtitleHighlightRanges: [NSValue] { [] }

    init(_ item: MKMapItem, typed: String) {
        let placemark = item.placemark
        let name = item.name ?? item.address?.fullAddress ?? ""
        title = name
        subtitle = [placemark.administrativeArea, placemark.country].compactMap { $0 }.filter { $0 != item.name }
            .joined(separator: ", ")
        let range = name.range(of: typed, options: [.caseInsensitive, .diacriticInsensitive])
        titleHighlightRanges = range.map { [NSValue(range: NSRange($0, in: name))] } ?? []
        super.init()
    }
}

/// Finds places while their names are typed. The daemon looks whole names up: `Winterthur`, not `Winterth`.
@_weakLinked open class MKLocalSearchCompleter: NSObject, @unchecked Sendable {
    // Unchecked: used on the main queue only.

    /// What is wanted.
    @_weakLinked public struct ResultType: OptionSet, Sendable {
        /// As a number.
        public let rawValue: UInt
        /// Of a number.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Addresses and towns.
        public static let address = Self(rawValue: 1)
        /// Shops and sights, which are not known.
        public static let pointOfInterest = Self(rawValue: 2)
        /// What else people search for, which is not known.
        public static let query = Self(rawValue: 4)
        /// Mountains and lakes.
        public static let physicalFeature = Self(rawValue: 8)
    }

    /// What is wanted, in the older form.
    @_weakLinked public enum FilterType: Int, Sendable {
        case locationsAndQueries, locationsOnly
    }

    /// What was typed. It is searched for when nothing else was typed for a quarter of a second.
    open var queryFragment = "" { didSet { search() } }
    /// Places in it come first.
    open var region = MKCoordinateRegion()
    /// Addresses are found, and nothing else.
    open var resultTypes: ResultType = [.address, .pointOfInterest, .query]
    /// Kept.
    @available(*, deprecated, message: "Use resultTypes.")
    open var filterType = FilterType.locationsAndQueries
    /// Kept.
    open var pointOfInterestFilter: MKPointOfInterestFilter?
    /// Hears of results, on the main queue.
    open weak var delegate: (any MKLocalSearchCompleterDelegate)?
    /// The places, the most likely first; on the main queue.
    open private(set) var results: [MKLocalSearchCompletion] = []
    private var running: Task<Void, Never>?
    /// Waits for the next key: the daemon limits the number of questions.
    var pause: @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(250)) }

    public override init() { super.init() }

    /// Whether it waits for the next key or the answer.
    open var isSearching: Bool { running != nil }

    /// Ends the search.
    open func cancel() {
        running?.cancel()
        running = nil
    }

    private func search() {
        cancel()
        let typed = queryFragment
        guard typed.contains(where: { !$0.isWhitespace }) else {
            results = []
            return
        }
        running = Task { @MainActor in
            let found: Result<[MKMapItem], any Error>
            do {
                try await pause()
                let search = MKLocalSearch(request: .init(naturalLanguageQuery: typed, region: region))
                found = .success(try await search.start().mapItems)
            } catch {
                found = .failure(error)
            }
            guard !Task.isCancelled else { return }
            running = nil
            switch found {
            case .success(let items):
                results = items.map { MKLocalSearchCompletion($0, typed: typed) }
                delegate?.completerDidUpdateResults(self)
            case .failure(MKError.placemarkNotFound):
                results = []
                delegate?.completerDidUpdateResults(self)
            case .failure(let error): delegate?.completer(self, didFailWithError: error)
            }
        }
    }
}

/// Hears of the results of a completer.
@_weakLinked public protocol MKLocalSearchCompleterDelegate: NSObjectProtocol {
    func completerDidUpdateResults(_ completer: MKLocalSearchCompleter)
    func completer(_ completer: MKLocalSearchCompleter, didFailWithError error: any Error)
}

extension MKLocalSearchCompleterDelegate {
    /// There are other results.
    public func completerDidUpdateResults(_ completer: MKLocalSearchCompleter) {}
    /// The search failed.
    public func completer(_ completer: MKLocalSearchCompleter, didFailWithError error: any Error) {}
}
