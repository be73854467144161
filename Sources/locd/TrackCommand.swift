import ArgumentParser

/// `locd track`: what was recorded, read, measured, and handed on.
struct TrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "List, show, measure, export and import what was recorded.",
        discussion: """
            Each verb takes files, or reads the directory of the tracks, compressed days as well. TIME is what a person \
            writes: 2026-11-21, "yesterday 14:00", "2 hours ago"; by the local clocks (TZ), unless --utc or an \
            offset is given.

            Exit codes: 0 done, 64 usage, 65 the input is malformed, 66 there is none, 73 cannot write, 77 not allowed.
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
