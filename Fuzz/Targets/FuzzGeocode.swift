import GeocodeProtocol
import LocationModel

/// What stands between the daemon and locd-geocode, read as either side reads it: a reply by the daemon, a request by
/// the helper.
func fuzzGeocode(_ input: UnsafeRawBufferPointer) {
    let bytes = Array(input)
    if let reply = try? GeocodeLine.read(GeocodeReply.self, from: bytes, maximum: GeocodeReply.maximumLength) {
        switch reply {
        case .placemarks(let placemarks):
            precondition(placemarks.count <= GeocodeReply.maximumPlacemarks)
            precondition(placemarks.allSatisfy { $0.coordinate.isValid && $0.bounded() == $0 })
        case .error(let failure):
            precondition(failure.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
        // Whatever was read can be written, and is then the same.
        guard let line = try? GeocodeLine.write(reply) else { preconditionFailure("it cannot be written") }
        let again = try? GeocodeLine.read(GeocodeReply.self, from: line, maximum: line.count)
        precondition(again == reply)
    }
    if let request = try? GeocodeLine.read(GeocodeRequest.self, from: bytes, maximum: GeocodeRequest.maximumLength) {
        precondition(GeocodeRequest.timeouts.contains(request.timeout))
        guard let line = try? GeocodeLine.write(request) else { preconditionFailure("it cannot be written") }
        let again = try? GeocodeLine.read(GeocodeRequest.self, from: line, maximum: line.count)
        precondition(again == request)
    }
}
