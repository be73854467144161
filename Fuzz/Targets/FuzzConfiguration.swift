import LocdConfiguration

/// The configuration file and the policy of clients: read, or refused with a place and a remedy for each problem. What
/// was read of a configuration can be written and is read again.
func fuzzConfiguration(_ input: UnsafeRawBufferPointer) {
    let bytes = Array(input)
    do throws(ConfigurationError) {
        let loaded = try Configuration.read(bytes, name: "fuzz")
        let text = ConfigurationText.effective(loaded)
        let again = try? Configuration.read(Array(text.utf8), name: "again")
        precondition(again?.configuration == loaded.configuration, "not read again: \(text)")
    } catch {
        check(error)
    }
    do throws(ConfigurationError) {
        _ = try ClientPolicy.read(bytes, name: "fuzz") { _ in 1 }
    } catch {
        check(error)
    }
}

private func check(_ error: ConfigurationError) {
    precondition(!error.problems.isEmpty)
    for problem in error.problems {
        guard case .file("fuzz", let line?, let column?) = problem.origin, line > 0, column > 0 else {
            preconditionFailure("no place: \(problem)")
        }
        precondition(!problem.what.isEmpty && !problem.remedy.isEmpty, "\(problem)")
        precondition(problem.description.unicodeScalars.allSatisfy(\.isVisible), "\(problem)")
    }
}
