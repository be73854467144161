/// A parser and what must hold of it, whatever bytes it gets.
struct FuzzTarget: Sendable {
    /// Its name for `Fuzz/run`; in small letters that of its folder in `Fuzz/corpus`.
    let name: String
    /// Traps if something does not hold.
    let run: @Sendable (UnsafeRawBufferPointer) -> Void

    /// Those of a receiver's bytes.
    private static let receiver = [
        FuzzTarget(name: "GPSD", run: fuzzGPSD),
        FuzzTarget(name: "NMEA", run: fuzzNMEA),
        FuzzTarget(name: "Recording", run: fuzzRecording),
    ]

    #if RECEIVER
        static let all = receiver
    #else
        /// All of them.
        static let all =
            receiver + [
                FuzzTarget(name: "Beacons", run: fuzzBeacons),
                FuzzTarget(name: "Configuration", run: fuzzConfiguration),
                FuzzTarget(name: "GPX", run: fuzzGPX),
                FuzzTarget(name: "Geocode", run: fuzzGeocode),
                FuzzTarget(name: "Hooks", run: fuzzHooks),
                FuzzTarget(name: "Outputs", run: fuzzOutputs),
                FuzzTarget(name: "Places", run: fuzzPlaces),
                FuzzTarget(name: "Publish", run: fuzzPublish),
                FuzzTarget(name: "Regions", run: fuzzRegions),
                FuzzTarget(name: "Sharing", run: fuzzSharing),
                FuzzTarget(name: "Steps", run: fuzzSteps),
                FuzzTarget(name: "Times", run: fuzzTimes),
                FuzzTarget(name: "Track", run: fuzzTrack),
                FuzzTarget(name: "Varlink", run: fuzzVarlink),
                FuzzTarget(name: "Web", run: fuzzWeb),
            ]
    #endif
}
