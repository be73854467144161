import ArgumentParser

/// `locd track`: what was recorded, read, measured, and handed on.
struct TrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "List, show, measure, export and import tracks.",
        discussion: """
            Each verb takes files, or reads the track directory, with its compressed days. TIME accepts everyday \
            forms: 2026-11-21, "yesterday 14:00", "2 hours ago"; in local time (TZ), unless --utc or an offset is \
            given.

            Exit codes: 0 done, 64 usage, 65 malformed input, 66 input not found, 73 output not writable, 77 not \
            permitted.
            """,
        subcommands: [
            TrackListCommand.self, TrackShowCommand.self, TrackStatsCommand.self, TrackExportCommand.self,
            TrackImportCommand.self, TrackCompressCommand.self, TrackRepairCommand.self, TrackFilterCommand.self,
            TrackAccuracyCommand.self, TrackMapCommand.self,
            TrackDistanceCommand.self,
            TrackNearestCommand.self, TrackPolygonCommand.self,
        ]
    )
}
