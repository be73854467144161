import LocationModel
import LocdClient
import LocdProtocol

/// Finds the names of places, and the locations of named places. The daemon answers, from its table of towns or, if the
/// administrator configured one, from an address server.
///
/// One request at a time: a second one fails with `geocodeCanceled`, and the first continues. Completions are called on
/// the main queue. If only a part of an address was understood (the town, but not the street), the completion receives
/// its placemarks together with `geocodeFoundPartialResult`. Without a daemon, or if a program keeps asking more than
/// once a second, the error is `network`.
@available(macOS, deprecated: 26.0, message: "Use MKGeocodingRequest or MKReverseGeocodingRequest.")
@available(iOS, deprecated: 26.0, message: "Use MKGeocodingRequest or MKReverseGeocodingRequest.")
@_weakLinked open class CLGeocoder: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: a lock guards its requests.

    private let requests = GeocodingRequests()
    private let daemon: any GeocodingDaemon

    /// A geocoder.
    public override init() {
        daemon = GeocodingDaemons.current
        super.init()
    }

    /// A geocoder with another source of answers.
    init(daemon: any GeocodingDaemon) {
        self.daemon = daemon
        super.init()
    }

    /// Whether a request is being answered.
    open var isGeocoding: Bool { requests.isRunning }

    /// Ends the request: its completion receives `geocodeCanceled`.
    open func cancelGeocode() {
        requests.cancel()
    }

    /// Finds the placemark at a location.
    open func reverseGeocodeLocation(
        _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        reverseGeocodeLocation(location, preferredLocale: nil, completionHandler: completionHandler)
    }

    /// Finds the placemark at a location, with names in the language of a locale; `nil` is the user's.
    open func reverseGeocodeLocation(
        _ location: CLLocation, preferredLocale locale: Locale?, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        requests.begin(completionHandler, question(at: location, locale))
    }

    /// Finds the location of an address.
    open func geocodeAddressString(
        _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        geocodeAddressString(addressString, in: nil, preferredLocale: nil, completionHandler: completionHandler)
    }

    /// Finds the location of an address; places in a region come first.
    open func geocodeAddressString(
        _ addressString: String, in region: CLRegion?, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        geocodeAddressString(addressString, in: region, preferredLocale: nil, completionHandler: completionHandler)
    }

    /// Finds the location of an address; places in a region come first. The names are in the language of a locale.
    open func geocodeAddressString(
        _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?,
        completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        requests.begin(completionHandler, question(about: addressString, near: Self.circle(of: region), locale))
    }

    /// Finds the location of an address; places within `radius` metres of a location come first.
    open func geocodeAddressString(
        _ addressString: String, inRegionCenteredAt centroid: CLLocation?, inRegionRadius radius: CLLocationDistance,
        preferredLocale locale: Locale?, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        requests.begin(
            completionHandler, question(about: addressString, near: Self.circle(of: centroid, radius), locale))
    }

    /// Finds the location of an address of the address book: its street, city, state, postal code and country.
    @available(*, deprecated, message: "Use geocodeAddressString(_:completionHandler:).")
    open func geocodeAddressDictionary(
        _ addressDictionary: [AnyHashable: Any], completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        let parts = ["Street", "City", "State", "ZIP", "Country"].compactMap { addressDictionary[$0] as? String }
        geocodeAddressString(parts.joined(separator: ", "), completionHandler: completionHandler)
    }

    /// Finds the placemark at a location.
    open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] {
        try await reverseGeocodeLocation(location, preferredLocale: nil)
    }

    /// Finds the placemark at a location, with names in the language of a locale; `nil` is the user's.
    open func reverseGeocodeLocation(
        _ location: CLLocation, preferredLocale locale: Locale?
    ) async throws -> [CLPlacemark] {
        try await requests.answer(question(at: location, locale))
    }

    /// Finds the location of an address.
    open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
        try await geocodeAddressString(addressString, in: nil, preferredLocale: nil)
    }

    /// Finds the location of an address; places in a region come first.
    open func geocodeAddressString(_ addressString: String, in region: CLRegion?) async throws -> [CLPlacemark] {
        try await geocodeAddressString(addressString, in: region, preferredLocale: nil)
    }

    /// Finds the location of an address; places in a region come first. The names are in the language of a locale.
    open func geocodeAddressString(
        _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?
    ) async throws -> [CLPlacemark] {
        try await requests.answer(question(about: addressString, near: Self.circle(of: region), locale))
    }

    /// Finds the location of an address; places within `radius` metres of a location come first.
    open func geocodeAddressString(
        _ addressString: String, inRegionCenteredAt centroid: CLLocation?, inRegionRadius radius: CLLocationDistance,
        preferredLocale locale: Locale?
    ) async throws -> [CLPlacemark] {
        try await requests.answer(question(about: addressString, near: Self.circle(of: centroid, radius), locale))
    }

    private func question(
        at location: CLLocation, _ locale: Locale?
    ) -> @Sendable () async -> GeocodingRequests.Answer {
        let (daemon, locale) = (daemon, Self.identifier(of: locale))
        return {
            guard CLLocationCoordinate2DIsValid(location.coordinate) else { return .nothing }
            do throws(LocdClientError) {
                let found = try await daemon.placemarks(at: location.coordinate.coordinate, locale: locale)
                guard !found.isEmpty else { return .nothing }
                return GeocodingRequests.Answer(
                    placemarks: found.map { CLPlacemark(values: CLPlacemarkValues($0, asked: location)) })
            } catch {
                return GeocodingRequests.Answer(error: CLError(geocoding: error))
            }
        }
    }

    private func question(
        about address: String, near: (center: Coordinate, radius: Double)?, _ locale: Locale?
    ) -> @Sendable () async -> GeocodingRequests.Answer {
        let (daemon, locale) = (daemon, Self.identifier(of: locale))
        // The daemon's table has composed letters.
        let address = address.precomposedStringWithCanonicalMapping
        return {
            guard address.contains(where: { !$0.isWhitespace }) else { return .nothing }
            do throws(LocdClientError) {
                let found = try await daemon.placemarks(named: address, near: near, locale: locale)
                guard !found.placemarks.isEmpty else { return .nothing }
                return GeocodingRequests.Answer(
                    placemarks: found.placemarks.map { CLPlacemark(values: CLPlacemarkValues($0)) },
                    error: found.isPartial ? CLError(.geocodeFoundPartialResult) : nil)
            } catch {
                return GeocodingRequests.Answer(error: CLError(geocoding: error))
            }
        }
    }

    /// `de_CH`, without the parts that only concern the format of numbers and dates.
    private static func identifier(of locale: Locale?) -> String? {
        let identifier = String((locale ?? .current).identifier.prefix { $0 != "@" })
        let isPlain = identifier.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isPlain && (1...100).contains(identifier.utf8.count) ? identifier : nil
    }

    private static func circle(of region: CLRegion?) -> (center: Coordinate, radius: Double)? {
        guard let region = region as? CLCircularRegion else { return nil }
        return circle(region.center, region.radius)
    }

    private static func circle(of centroid: CLLocation?, _ radius: Double) -> (center: Coordinate, radius: Double)? {
        centroid.flatMap { circle($0.coordinate, radius) }
    }

    private static func circle(
        _ center: CLLocationCoordinate2D, _ radius: Double
    ) -> (center: Coordinate, radius: Double)? {
        guard CLLocationCoordinate2DIsValid(center), radius >= 0, radius.isFinite else { return nil }
        return (center.coordinate, radius)
    }
}

/// The functions of the daemon that a geocoder uses; tests replace it with one in memory.
protocol GeocodingDaemon: Sendable {
    /// The placemarks at a coordinate, the most likely first.
    func placemarks(at coordinate: Coordinate, locale: String?) async throws(LocdClientError) -> [Placemark]
    /// The placemarks with a name or address, and whether a part of the address was not understood.
    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?
    ) async throws(LocdClientError) -> LocationInterface.Geocode.Reply
}

extension LocdClient: GeocodingDaemon {}

/// The program's source of answers. Tests replace it.
enum GeocodingDaemons {
    @TaskLocal static var current: any GeocodingDaemon = CachedGeocoding(
        LocdClient(socketPath: LocdClient.socketPath(environment: ProcessInfo.processInfo.environment)))
}

extension CLError {
    /// Why a geocoder has no answer, in Core Location's codes: if the daemon cannot answer, it is `network`.
    init(geocoding error: LocdClientError) {
        switch error.code {
        case .refused(.geocodeFoundNoResult), .refused(.invalidParameter): self.init(.geocodeFoundNoResult)
        case .cancelled: self.init(.geocodeCanceled)
        default: self.init(.network, because: error)
        }
    }
}
