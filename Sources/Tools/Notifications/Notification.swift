/// A notification with buttons, as org.freedesktop.Notifications 1.2 has them.
package struct Notification: Sendable, Hashable {
    /// A button.
    package struct Action: Sendable, Hashable {
        /// What the server says when it was pressed.
        package var key: String
        /// What a person reads.
        package var label: String
    }

    /// The title: plain text.
    package var summary: String
    /// The text: plain; see ``body(asMarkup:)``.
    package var body: String
    /// The buttons, the most important first: some servers show three.
    package var actions: [Action]

    /// The text for a server that reads markup in it, or not: nothing in it may become a link or an image.
    func body(asMarkup: Bool) -> String {
        guard asMarkup else { return body }
        return body.reduce(into: "") { text, character in
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.append(character)
            }
        }
    }
}
