import LocdConfiguration

/// The configuration file: read, or refused with a place.
func fuzzConfiguration(_ input: UnsafeRawBufferPointer) {
    let bytes = Array(input)
    _ = try? Configuration.read(bytes, name: "fuzz")
}
