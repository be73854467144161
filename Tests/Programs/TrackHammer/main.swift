import Glibc
import SystemSupport

// A recorder that tests kill, and a disk that fills: the real writer on a real file system, in a process of its own.
//   TrackHammer die DIRECTORY SEED     records until it kills itself at a random byte or call
//   TrackHammer record DIRECTORY       records until somebody kills it
//   TrackHammer fill DIRECTORY LINES   fills the disk with ballast, records LINES, frees the disk and goes on
// On standard output: "tail N" at its start, "synced N" whenever all up to location N is on the disk.
let arguments = CommandLine.arguments
switch (arguments.dropFirst().first, arguments.count) {
case ("die", 4):
    try await Hammer.record(arguments[2], DyingFileSystem(seed: UInt64(arguments[3]) ?? 0))
case ("record", 3): try await Hammer.record(arguments[2], nil)
case ("fill", 4): try await Ballast.fill(arguments[2], lines: Int(arguments[3]) ?? 0)
default:
    Hammer.say("usage: die DIRECTORY SEED | record DIRECTORY | fill DIRECTORY LINES")
    exit(64)
}
