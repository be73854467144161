import LocationModel
import Phrasing

/// A place as a person types it: what is read is on Earth, and what is printed of it is read as the same place.
func fuzzPlaces(_ input: UnsafeRawBufferPointer) {
    let text = String(decoding: input.bindMemory(to: UInt8.self), as: UTF8.self)
    if let angle = Angle(text) { precondition(angle.degrees.isFinite, "\(text) has \(angle.degrees) degrees") }
    // Arguments are told from options before they are read.
    let words = text.split(separator: " ").map(String.init)
    precondition(ArgumentList.protectingFigures(words).count == words.count)
    guard let place = Coordinate(place: text) else { return }
    precondition(place.isValid, "\(text) is \(place)")
    let printed = place.place()
    guard let again = Coordinate(place: printed) else { preconditionFailure("\(printed) cannot be read") }
    // What is printed has a centimetre.
    precondition(abs(again.latitude - place.latitude) < 2e-6, "\(printed) is not \(text)")
    let apart = abs(again.longitude - place.longitude)
    precondition(min(apart, 360 - apart) < 2e-6, "\(printed) is not \(text)")
}
