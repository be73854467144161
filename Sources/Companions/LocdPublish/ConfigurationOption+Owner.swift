import ArgumentParser
import CommandSupport
import LocdConfiguration
import Publish

extension ConfigurationOption<PublishConfiguration> {
    /// The configuration; root has become the user who owns the cursors. Ends with 75 if root cannot.
    func readAsOwner() throws -> PublishConfiguration {
        let configuration = try read()
        do throws(SinkFailure) {
            try StateOwner.take(of: configuration)
        } catch {
            Output.say(error.description)
            throw ExitCode(75)
        }
        return configuration
    }
}
