extension LogMessage {
    /// The table of `Documentation/Messages.md`.
    public static var markdown: String {
        let rows = all.map { message in
            "| `\(message.name)` | \(message.level) | `\(message.identifier)` | \(message.meaning) | \(message.remedy ?? "–") |\n"
        }
        return "| name | level | MESSAGE_ID | what happened | what to do |\n|---|---|---|---|---|\n" + rows.joined()
    }

    /// The journal's catalogue (systemd's Documentation/MESSAGE_CATALOG): what `journalctl -x` shows beneath a line.
    public static var catalog: String {
        all.map { message in
            """
            -- \(message.identifier)
            Subject: locd: \(message.name)
            Defined-By: locd
            Documentation: file:/usr/share/doc/locd/Messages.md

            \(message.meaning)
            \(message.remedy.map { "\n\($0)\n" } ?? "")

            """
        }.joined()
    }
}
