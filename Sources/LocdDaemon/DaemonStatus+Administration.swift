import LocdConfiguration
import LocdProtocol
import Tracks

extension DaemonStatus {
    func tracks() async -> LocationInterface.Tracks.Reply {
        await withTaskExecutorPreference(reading) { readTracks() }
    }

    private func readTracks() -> LocationInterface.Tracks.Reply {
        let archive = TrackArchive(directory: configuration.current.tracks.directory)
        // A directory that cannot be read holds nothing that could be named; the recorder says what is wrong with it.
        let names = (try? archive.files()) ?? []
        let files = names.map { name in
            ReportedTrackFile(
                name: "\(name)", day: "\(name.day)", bytes: Int((try? archive.size(of: name)) ?? 0),
                isCompressed: name.compression != nil)
        }
        return LocationInterface.Tracks.Reply(directory: archive.directory, files: files)
    }

    func settings() -> [ReportedSetting] { configuration.settings }

    func reload() async throws(VarlinkError) -> [String] {
        switch await configurationReload.reload() {
        case .success(let changes): return changes.map(\.description)
        case .failure(let list): throw .reloadRefused(list.problems.map(\.description))
        }
    }
}
