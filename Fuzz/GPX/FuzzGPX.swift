import Interchange

@testable import Simulator

/// A GPX file, and the journey in it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let document = try? GPXParser.document(bytes, name: "fuzz") else { return 0 }
    _ = Route(document, groundSpeed: 10)
    return 0
}
