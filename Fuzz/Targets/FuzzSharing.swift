import LocationModel
import NMEA
import Sharing
import SystemSupport

/// What a program sends to the server of gpsd's protocol, whole and byte by byte; and the kernel's table of
/// connections, likewise.
func fuzzSharing(_ input: UnsafeRawBufferPointer) {
    let bytes = input.bindMemory(to: UInt8.self)
    var whole = GPSDRequestScanner()
    let requests = whole.append(bytes)
    var piecewise = GPSDRequestScanner()
    var again: [GPSDRequest] = []
    for byte in bytes {
        again += piecewise.append(CollectionOfOne(byte))
        precondition(piecewise.heldBytes <= GPSDRequestScanner.maximumLength + 32)
    }
    precondition(requests == again)
    var policy = GPSDPolicy()
    for request in requests {
        if case .watch(let watch?) = request { policy.apply(watch) }
        // What is answered is one line of it.
        let answer = GPSDEncoder.error("\(request)")
        precondition(answer.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    }
    if let local = TCPEndpoint(address: [127, 0, 0, 1], port: 2947),
        let remote = TCPEndpoint(address: [127, 0, 0, 1], port: 40_000)
    {
        let connection = TCPConnection(from: remote, to: local)
        var table = ConnectionSearch([connection])
        table.take(UnsafeRawBufferPointer(bytes))
        table.endTable()
        var pieces = ConnectionSearch([connection])
        for index in bytes.indices {
            pieces.take(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[index...index]))
        }
        pieces.endTable()
        precondition(table.users == pieces.users)
    }
}
