import NIOCore

/// A reply of a stream, ready to be sent. Sessions that are told the same share its bytes.
package struct StreamFrame: Sendable {
    /// The message with its NUL.
    let bytes: ByteBuffer
    /// How many locations or headings are lost with it; `nil` where it must not be lost.
    let loss: Int?
    /// Whether it tells where this machine is.
    let tellsPlace: Bool

    package init(_ bytes: [UInt8], loss: Int? = nil, tellsPlace: Bool = false) {
        self.bytes = ByteBuffer(bytes: bytes)
        self.loss = loss
        self.tellsPlace = tellsPlace || loss != nil
    }
}
