import Glibc

// A disk that fills: the real writer on a real file system, in a process of its own.
//   TrackHammer DIRECTORY LINES   fills the disk with ballast, records LINES, frees the disk and goes on
let arguments = CommandLine.arguments
guard arguments.count == 3, let lines = Int(arguments[2]) else {
    Ballast.say("usage: TrackHammer DIRECTORY LINES")
    exit(64)
}
try await Ballast.fill(arguments[1], lines: lines)
