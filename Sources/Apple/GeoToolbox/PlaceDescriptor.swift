public import MapKit

/// What is known of a place, to be looked up by a service of maps: at least one representation, and a name.
@_weakLinked public struct PlaceDescriptor: Equatable, Codable, Sendable {
    /// One way to say which place it is.
    @_weakLinked public enum PlaceRepresentation: Sendable {
        /// Where it is, in degrees.
        case coordinate(CLLocationCoordinate2D)
        /// Its full address.
        case address(String)
        /// A location, as a receiver reports it.
        case deviceLocation(CLLocation)
    }

    /// What services call it.
    @_weakLinked public enum SupportingPlaceRepresentation: Equatable, Codable, Sendable {
        /// Identifiers of the place, by the bundle identifiers of services.
        case serviceIdentifiers([String: String])
    }

    /// Ways to say which place it is, the best first.
    public let representations: [PlaceRepresentation]
    /// What people call it.
    public let commonName: String?
    /// What services call it.
    public let supportingRepresentations: [SupportingPlaceRepresentation]

    /// A place.
    public init(
        representations: [PlaceRepresentation], commonName: String?,
        supportingRepresentations: [SupportingPlaceRepresentation] = []
    ) {
        self.representations = representations
        self.commonName = commonName
        self.supportingRepresentations = supportingRepresentations
    }

    /// The place of a map item; `nil` if its location is not valid and it has no address.
    public init?(item: MKMapItem) {
        var ways: [PlaceRepresentation] = []
        if CLLocationCoordinate2DIsValid(item.location.coordinate) {
            ways.append(.coordinate(item.location.coordinate))
        }
        if let address = item.address { ways.append(.address(address.fullAddress)) }
        guard !ways.isEmpty else { return nil }
        self.init(representations: ways, commonName: item.name)
    }

    /// The first address.
    public var address: String? {
        representations.lazy.compactMap { if case .address(let text) = $0 { text } else { nil } }.first
    }

    /// The first coordinate, of a location of a device too.
    public var coordinate: CLLocationCoordinate2D? {
        representations.lazy.compactMap { representation -> CLLocationCoordinate2D? in
            switch representation {
            case .coordinate(let coordinate): coordinate
            case .deviceLocation(let location): location.coordinate
            case .address: nil
            }
        }.first
    }

    /// What a service calls it.
    public func serviceIdentifier(for service: String) -> String? {
        supportingRepresentations.lazy.compactMap {
            if case .serviceIdentifiers(let names) = $0 { names[service] } else { nil }
        }
        .first
    }
}

extension PlaceDescriptor.PlaceRepresentation: Equatable {
    /// Equal if they say the same.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.coordinate(let left), .coordinate(let right)):
            left.latitude == right.latitude && left.longitude == right.longitude
        case (.address(let left), .address(let right)): left == right
        case (.deviceLocation(let left), .deviceLocation(let right)):
            left.coordinate.latitude == right.coordinate.latitude
                && left.coordinate.longitude == right.coordinate.longitude && left.timestamp == right.timestamp
        default: false
        }
    }
}

extension PlaceDescriptor.PlaceRepresentation: Codable {
    private enum Coded: Codable {
        case coordinate(latitude: Double, longitude: Double)
        case address(String)
        case location(Data)
    }

    /// Reads what ``encode(to:)`` wrote; the form is ours.
    public init(from decoder: any Decoder) throws {
        switch try Coded(from: decoder) {
        case .coordinate(let latitude, let longitude):
            self = .coordinate(CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
        case .address(let text): self = .address(text)
        case .location(let data):
            guard let location = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data) else {
                throw CocoaError(.coderReadCorrupt)
            }
            self = .deviceLocation(location)
        }
    }

    /// Writes a representation.
    public func encode(to encoder: any Encoder) throws {
        let coded: Coded =
            switch self {
            case .coordinate(let place): .coordinate(latitude: place.latitude, longitude: place.longitude)
            case .address(let text): .address(text)
            case .deviceLocation(let place):
                .location(try NSKeyedArchiver.archivedData(withRootObject: place, requiringSecureCoding: true))
            }
        try coded.encode(to: encoder)
    }
}

/// Looks a described place up, once.
@_weakLinked open class MKMapItemRequest: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let descriptor: PlaceDescriptor

    /// A request for a place.
    public init(placeDescriptor: PlaceDescriptor) {
        descriptor = placeDescriptor
        super.init()
    }

    /// The place of the first representation that is found.
    /// - Throws: An `MKError`.
    open var mapItem: MKMapItem {
        get async throws {
            for representation in descriptor.representations {
                do {
                    guard let item = try await Self.items(of: representation).first else { continue }
                    item.name = descriptor.commonName ?? item.name
                    return item
                } catch MKError.placemarkNotFound {
                    continue
                }
            }
            throw MKError(.placemarkNotFound)
        }
    }

    private static func items(of representation: PlaceDescriptor.PlaceRepresentation) async throws -> [MKMapItem] {
        switch representation {
        case .address(let address): try await MKGeocodingRequest(addressString: address)?.mapItems ?? []
        case .coordinate(let place):
            try await items(of: .deviceLocation(CLLocation(latitude: place.latitude, longitude: place.longitude)))
        case .deviceLocation(let location): try await MKReverseGeocodingRequest(location: location)?.mapItems ?? []
        }
    }
}
