import ArgumentParser
import LocationModel
import LocdClient
import LocdConfiguration

/// Whether private regions are taken out of what is read.
struct TrackPrivacyOptions: ParsableArguments {
    @Flag(help: "Include private regions (regions.file); requires access to the raw track.")
    var noPrivacy = false

    /// What is private by the configuration's regions file. Where that cannot be used nothing may be told: says so, and
    /// ends with 78 or 77.
    func zones(_ configuration: ConfigCommand.FileOptions) throws -> PrivacyZones {
        guard !noPrivacy else { return PrivacyZones() }
        let path = try configuration.load().configuration.regions.file
        do throws(RegionsFileError) {
            return PrivacyZones(try RegionsFile.regions(at: path))
        } catch {
            Console.say(
                "locd: \(error); without it the private regions are unknown, so nothing is printed (--no-privacy prints all)"
            )
            throw ExitCode(error.code == .unreadable ? .refused : .badConfiguration)
        }
    }
}
