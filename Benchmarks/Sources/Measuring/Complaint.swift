internal import Glibc

/// Ends the process with a message on standard error.
public func complain(_ message: String, status: Int32 = 64) -> Never {
    let text = Array((message + "\n").utf8)
    write(STDERR_FILENO, text, text.count)
    exit(status)
}

/// Writes the figures if a file for them was named; ends the process if that fails.
public func keep(_ figures: Figures, _ arguments: Arguments) {
    if let path = arguments.json, !figures.write(to: path) { complain("cannot write to \(path)", status: 73) }
}
