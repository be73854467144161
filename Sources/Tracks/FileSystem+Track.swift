internal import SystemSupport

extension FileSystem {
    /// Makes a file of the track, mode 0640: the group reads tracks.
    func createTrackFile(_ path: String) throws(SystemCallError) -> Int32 { try create(path, mode: 0o640) }
}
