import Interchange

@testable import Simulator

/// A GPX file, and the journey in it.
func fuzzGPX(_ input: UnsafeRawBufferPointer) {
    let bytes = Array(input)
    guard let document = try? GPXParser.document(bytes, name: "fuzz") else { return }
    _ = Route(document, groundSpeed: 10)
}
