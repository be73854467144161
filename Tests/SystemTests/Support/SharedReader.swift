import Foundation
import Subprocess

/// `Tests/Programs/shared-reader` at work.
struct SharedReader {
    let name: String
    let child: Child

    /// What it was told until now.
    var reports: [SharedReport] { SharedReport.all(in: child.words) }
    /// Whether the server has ended the conversation.
    var isOver: Bool { child.status != nil }
}

extension Stage {
    /// Starts a reader of a protocol, as another user if one is named: only root can, and the stage must be open to
    /// that user. It is on the machine (network namespace) of a process, if one is named.
    func reader(
        _ kind: String, _ address: String, at daemon: SharingDaemon, user: Int? = nil, inside process: String? = nil
    ) -> SharedReader {
        var words = daemon.environment
        if let process { words += [Program.find("nsenter") ?? "nsenter", "--net=/proc/\(process)/ns/net"] }
        if let user { words += Program.asUser(user) }
        // The checkout may lie in somebody's home.
        let script = (try? publicCopy(of: Program.tool("shared-reader"))) ?? Program.tool("shared-reader")
        words += [Program.python ?? "python3", script, kind, address]
        let name = "\(kind) \(address)" + (user.map { " of \($0)" } ?? "")
        let child = start(name, path: words[0], Array(words.dropFirst()))
        // The server ends it, or the test.
        child.mayEnd()
        return SharedReader(name: name, child: child)
    }
}
