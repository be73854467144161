import LocdProtocol

/// What a client sends to the daemon's socket.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var framing = VarlinkFraming(maximumMessageLength: 4096)
    for message in framing.append(UnsafeRawBufferPointer(start: start, count: count)) {
        precondition(message.count <= 4096)
        _ = try? VarlinkCall(message: message)
    }
    return 0
}
