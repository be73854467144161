import NIOCore

/// A reply of a stream, ready to be sent. Sessions with the same content share its bytes.
package struct StreamFrame: Sendable {
    /// The message with its NUL.
    let bytes: ByteBuffer
    /// The number of locations or headings that are lost with it; `nil` if it must not be lost.
    let loss: Int?
    /// Whether it reveals the position.
    let tellsPlace: Bool

    package init(_ bytes: [UInt8], loss: Int? = nil, tellsPlace: Bool = false) {
        self.bytes = ByteBuffer(bytes: bytes)
        self.loss = loss
        self.tellsPlace = tellsPlace || loss != nil
    }
}
