/// Where locd's answer to a recording rightly differs from gpsd's, and by how many fixes.
struct CorpusException {
    /// Fixes of gpsd that we do not have.
    var missing = 0
    /// Fixes that gpsd does not have.
    var unexpected = 0
    /// Fixes at another place than gpsd's.
    var elsewhere = 0
    let reason: String

    /// Whether exactly this differs.
    func covers(_ differences: CorpusFixes.Differences) -> Bool {
        differences.missing.count == missing && differences.unexpected.count == unexpected
            && differences.elsewhere.count == elsewhere
    }

    /// Through gpsd.
    static let throughGPSD: [String: CorpusException] = [
        "humminbird-M37": CorpusException(
            elsewhere: 2,
            reason: """
                Its clock goes back by 13 s in the middle, so that nine times come twice. The gate believes a step back at
                the third fix: for two seconds the first of both places stands.
                """)
    ]

    /// Through a newer gpsd, with the recordings and the answers of its own tests: `LOCD_CORPUS`.
    static let throughNewerGPSD =
        throughGPSD.merging([
            "bundg_zeus_9": CorpusException(
                elsewhere: 1, reason: "gpsd reports a second with each sentence, and then otherwise."),
            "sirfstarv": CorpusException(
                elsewhere: 49, reason: "Two protocols take turns, one a second behind: the first position stands."),
            "tcp-torture": CorpusException(
                missing: 1, unexpected: 1, reason: "Over TCP, as in its test, the date is another one than here."),
            "ublox-neo-m8l": CorpusException(
                elsewhere: 18, reason: "Fixes at 10 Hz, and half a second later another of the full second."),
        ]) { $1 }

    /// Through a serial port, beside the beginning and the end of a recording. Where gpsd waits for the sentence with
    /// which it has learned that epochs end, an epoch without it is lost to it; ours goes out at the latest when the
    /// next one begins.
    static let throughSerial: [String: CorpusException] = [
        "bundg_zeus_9": CorpusException(
            elsewhere: 25,
            reason: """
                GGA, RMC and GLL of one second carry different positions, the later the newer. gpsd's report of the second was
                out when the last of them came in 25 of 148.
                """),
        "garmin48": CorpusException(
            unexpected: 1,
            reason: "22:53:09 has a GLL and nothing else: gpsd waits for the RMC and GGA of the second before."),
        "gp-320fw-2019-03-28": CorpusException(
            unexpected: 1, reason: "16:45:19.99 has no GLL, which gpsd has just learned to wait for."),
        "gp-320fw-2019-04-06-overflow": CorpusException(
            unexpected: 1, reason: "23:57:26.02 has no GLL, which gpsd has just learned to wait for."),
        "humminbird-M37": CorpusException(
            unexpected: 2, elsewhere: 2,
            reason: """
                Seconds come with RMC, GLL or GGA alone, in turn: gpsd loses the first GLL and the first GGA while it learns.
                And its clock goes back by 13 s, as through gpsd.
                """),
        "tn204": CorpusException(
            unexpected: 1,
            reason: "23:01:49 has GGA and GLL, and RMC alone the second before: gpsd reports with RMC only."),
        "triton400": CorpusException(
            unexpected: 1,
            reason: "Of 03:01:30 only the GLL is whole; its GGA was cut off by the next second's sentences."),
        "ublox-lea-5h": CorpusException(
            unexpected: 1, reason: "Of 08:37:36 only the RMC was recorded; the recording goes on 18 minutes later."),
    ]
}
