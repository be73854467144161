/// Finds the places with an address, once. The daemon answers, from its table of towns or the administrator's server.
@_weakLinked open class MKGeocodingRequest: NSObject, @unchecked Sendable {
    // Unchecked: who changes it does not share it meanwhile, as with Apple's.

    /// What is asked.
    public let addressString: String
    /// Places in it come first; without a span, everywhere.
    open var region = MKCoordinateRegion()
    /// The language of the names; `nil` is the user's.
    open var preferredLocale: Locale?
    private let question = MapQuestion()

    /// A request; `nil` for an address without a letter.
    public init?(addressString: String) {
        guard addressString.contains(where: { !$0.isWhitespace }) else { return nil }
        self.addressString = addressString
        super.init()
    }

    /// Whether it waits for the answer.
    open var isLoading: Bool { question.isLoading }
    /// Whether it was cancelled.
    open var isCancelled: Bool { question.isCancelled }

    /// The places, the most likely first.
    /// - Throws: An ``MKError``.
    open var mapItems: [MKMapItem] {
        get async throws {
            let (address, area, locale) = (addressString, region.circle, preferredLocale)
            return try await question.ask {
                $0.geocodeAddressString(address, in: area(), preferredLocale: locale, completionHandler: $1)
            }
        }
    }

    /// The same; the completion is called on the main queue.
    open func getMapItems(completionHandler: @escaping @MainActor ([MKMapItem]?, (any Error)?) -> Void) {
        let asked = Transferred(completionHandler)
        Task { @MainActor in
            do { asked.value(try await self.mapItems, nil) } catch { asked.value(nil, error) }
        }
    }

    /// Ends it with an error.
    open func cancel() { question.cancel() }
}

/// Finds the place at a location, once.
@_weakLinked open class MKReverseGeocodingRequest: NSObject, @unchecked Sendable {
    // Unchecked: who changes it does not share it meanwhile, as with Apple's.

    /// Where.
    public let location: CLLocation
    /// The language of the names; `nil` is the user's.
    open var preferredLocale: Locale?
    private let question = MapQuestion()

    /// A request; `nil` for a location that is not valid.
    public init?(location: CLLocation) {
        guard CLLocationCoordinate2DIsValid(location.coordinate) else { return nil }
        self.location = location
        super.init()
    }

    /// Whether it waits for the answer.
    open var isLoading: Bool { question.isLoading }
    /// Whether it was cancelled.
    open var isCancelled: Bool { question.isCancelled }

    /// The places there, the most likely first.
    /// - Throws: An ``MKError``.
    open var mapItems: [MKMapItem] {
        get async throws {
            let (location, locale) = (location, preferredLocale)
            return try await question.ask {
                $0.reverseGeocodeLocation(location, preferredLocale: locale, completionHandler: $1)
            }
        }
    }

    /// The same; the completion is called on the main queue.
    open func getMapItems(completionHandler: @escaping @MainActor ([MKMapItem]?, (any Error)?) -> Void) {
        let asked = Transferred(completionHandler)
        Task { @MainActor in
            do { asked.value(try await self.mapItems, nil) } catch { asked.value(nil, error) }
        }
    }

    /// Ends it with an error.
    open func cancel() { question.cancel() }
}

/// One question to the geocoder.
final class MapQuestion: @unchecked Sendable {
    // Unchecked: a lock guards what changes.

    private let geocoder = CLGeocoder()
    private let lock = NSLock()
    private var wasCancelled = false

    var isLoading: Bool { geocoder.isGeocoding }
    var isCancelled: Bool { lock.withLock { wasCancelled } }

    /// Asks, and has the places of a partial answer too: the town of an address whose street is not known.
    func ask(_ question: (CLGeocoder, @escaping CLGeocodeCompletionHandler) -> Void) async throws -> [MKMapItem] {
        do {
            if isCancelled || Task.isCancelled { throw CLError(.geocodeCanceled) }
            let placemarks = try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation {
                    (continuation: CheckedContinuation<[CLPlacemark], any Error>) in
                    question(geocoder) { placemarks, error in
                        if let placemarks, !placemarks.isEmpty {
                            continuation.resume(returning: placemarks)
                        } else {
                            continuation.resume(throwing: error ?? CLError(.geocodeFoundNoResult))
                        }
                    }
                }
            } onCancel: {
                geocoder.cancelGeocode()
            }
            return placemarks.map { MKMapItem(placemark: MKPlacemark(placemark: $0)) }
        } catch {
            throw MKError(geocoding: error)
        }
    }

    func cancel() {
        lock.withLock { wasCancelled = true }
        geocoder.cancelGeocode()
    }
}

extension MKCoordinateRegion {
    /// The circle around it; nothing without a span.
    var circle: @Sendable () -> CLRegion? {
        let (center, span) = (center, span)
        return {
            guard span.latitudeDelta > 0, CLLocationCoordinate2DIsValid(center) else { return nil }
            return CLCircularRegion(
                center: center, radius: span.latitudeDelta / 2 * equator / 360, identifier: "region")
        }
    }
}
