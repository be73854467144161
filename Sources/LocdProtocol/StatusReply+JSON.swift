extension StatusReply {
    /// One line of JSON, without the newline, as `locd status --json` prints it and its schema describes it.
    /// - Throws: ``EncodingFailure`` where a number is not finite.
    public func json() throws(EncodingFailure) -> String {
        String(decoding: try VarlinkMessage.encode(self).dropLast(), as: UTF8.self)
    }
}
