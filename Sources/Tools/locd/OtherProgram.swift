import Glibc
import SystemSupport

/// A program of ours that is not linked into this one: it lies in `libexec/locd` of the same installation, or beside
/// this one in a folder of builds.
struct OtherProgram {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    /// Becomes that program. Returns only if that fails; `nil` if it is nowhere.
    func become(_ arguments: [String]) -> SystemCallError? {
        var failure: SystemCallError?
        for path in paths {
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            defer { words.forEach { free($0) } }
            execv(path, &words)
            let error = SystemCallError("execv", errno)
            if !error.isMissing { failure = error }
        }
        return failure
    }

    private var paths: [String] {
        guard let own = try? SystemFileSystem().destination(ofLink: "/proc/self/exe") else { return [] }
        let folder = FileReplacement.directory(of: own)
        return ["\(folder)/../libexec/locd/\(name)", "\(folder)/\(name)"]
    }
}
