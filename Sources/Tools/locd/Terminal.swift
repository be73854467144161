import CommandText
import Dispatch
import Glibc

/// The terminal on stdout and stdin, with a screen of our own on it until it is left. What was on it before comes back,
/// and so do its settings and its cursor.
final class Terminal {
    /// Suspend, as a terminal sends it that does not act on it itself.
    static let suspend: UInt8 = 0x1A

    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    // What is still on the screen tmux would keep as history, if its window has grown meanwhile.
    private static let leave = "\u{1B}[H\u{1B}[J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// As they were; `nil` where there is no terminal on stdin, and nobody can press a key.
    private var settings: termios?
    private var keys: (any DispatchSourceRead)?
    private(set) var isShown = false

    /// Whether stdout is a terminal that can show a screen.
    static var isCapable: Bool {
        let kind = Console.environment["TERM", default: "dumb"]
        return isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(kind)
    }

    /// Its size now; the usual one if stdout is no terminal.
    static var size: TerminalSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return .usual }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Shows an empty screen. Keys are not echoed, and come one by one.
    func show() {
        guard !isShown else { return }
        isShown = true
        var present = termios()
        if tcgetattr(STDIN_FILENO, &present) == 0 {
            settings = present
            present.c_lflag &= ~tcflag_t(ICANON | ECHO)
            withUnsafeMutableBytes(of: &present.c_cc) { control in
                // The screen has to be left before the process stops, so suspending it is a key like the others.
                // On Linux 0 is no key (_POSIX_VDISABLE).
                control[Int(VSUSP)] = 0
                control[Int(VMIN)] = 1
                control[Int(VTIME)] = 0
            }
            tcsetattr(STDIN_FILENO, TCSADRAIN, &present)
        }
        try? Console.put(Self.enter)
    }

    /// Draws the lines from the top, and clears the rest.
    func draw(_ lines: [String]) throws {
        guard isShown else { return }
        // One write for all of it: half a screen is never seen.
        try Console.putText(WatchScreen.frame(of: lines, rows: Self.size.rows))
    }

    /// Puts back what was there before.
    func hide() {
        guard isShown else { return }
        isShown = false
        try? Console.put(Self.leave)
        if var settings { tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) }
    }

    /// Calls `body` for each key from now on.
    func listen(_ body: @escaping @Sendable (UInt8) -> Void) {
        guard isatty(STDIN_FILENO) == 1 else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else { return source.cancel() }
            bytes.prefix(count).forEach(body)
        }
        source.resume()
        keys = source
    }

    deinit {
        keys?.cancel()
        hide()
    }
}
