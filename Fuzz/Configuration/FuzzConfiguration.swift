import LocdConfiguration

/// The configuration file: read, or refused with a place.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? Configuration.read(bytes, name: "fuzz")
    return 0
}
