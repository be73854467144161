internal import Glibc
internal import SystemSupport

/// What would keep the sinks of a configuration from working, as far as this machine knows.
package enum SetupCheck {
    /// What is unusual but may be meant; `nil` if nothing is.
    package static func note(on configuration: PublishConfiguration) -> String? {
        access(configuration.regions, F_OK) == 0 || errno != ENOENT
            ? nil : "there is no \(configuration.regions): nothing is private"
    }

    /// Sentences, each with the sink and what to do; none if nothing is wrong.
    package static func problems(of configuration: PublishConfiguration) -> [String] {
        var problems: [String] = []
        var regions = RegionsSource(path: configuration.regions)
        do throws(SinkFailure) { _ = try regions.changes() } catch { problems.append(error.description) }
        for sink in configuration.sinks {
            do throws(SinkFailure) {
                // A credential is there only while the unit runs.
                if sink.passwordFile != nil { _ = try Secret.password(of: sink, credentials: nil) }
            } catch { problems.append("\(sink.name): \(error)") }
            if let problem = SinkFiles.problem(of: sink) { problems.append("\(sink.name): \(problem)") }
            if let program = sink.command.first, access(program, X_OK) != 0 {
                problems.append(
                    "\(sink.name): cannot run \(program): \(SystemCallError.message(of: errno)); correct the path")
            }
        }
        return problems
    }
}
