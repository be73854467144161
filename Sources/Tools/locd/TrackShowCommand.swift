import ArgumentParser
import CommandText
import LocationModel
import TrackTools
import Tracks

/// `locd track show`: the records, as JSON lines.
struct TrackShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the records of the track as JSON lines.",
        discussion:
            "Without --from, --to, --day and files: today's track. Records that this version does not support are omitted."
    )

    @OptionGroup var selection: TrackSelectionOptions

    func run() throws {
        var selection = selection
        selection.beToday()
        var area = TrackAreaFilter(selection.area.flatMap { TrackArea($0) })
        var line = JSONLine()
        var count = 0
        var number = 0
        try TrackWalk(selection).pieces { (record, piece) throws(TrackError) in
            guard area.contains(record) else { return }
            count += 1
            if let header = piece.header(before: record, behind: number) { line.append(.header(header)) }
            number = piece.number
            line.append(record)
            guard line.bytes.count >= 64 << 10 else { return }
            try Self.stdout.write(line.bytes)
            line.removeAll()
        } finally: { _ in
            try Console.attempt { () throws(TrackError) in try Self.stdout.write(line.bytes) }
        }
        if count == 0 {
            throw Console.failure("no records there in that time", .noInput)
        }
    }
}
