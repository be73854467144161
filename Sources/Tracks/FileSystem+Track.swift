internal import SystemSupport

extension FileSystem {
    /// Creates a file of the track with mode 0640: the group reads tracks.
    func createTrackFile(_ path: String) throws(SystemCallError) -> Int32 { try create(path, mode: 0o640) }
}
