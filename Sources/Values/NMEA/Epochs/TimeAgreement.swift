/// Learns whose times agree with the dated sentences: RMC with a date, else ZDA.
///
/// A source is a kind of sentence of one talker. One whose sentences never have the time of a dated sentence (local
/// time, some milliseconds or minutes late) begins no epoch while dated sentences come. Its sentences are kept until
/// the next dated one, and count if they have its time. One that speaks more often than the dated sentences, or in
/// turns with them, counts.
struct TimeAgreement: Sendable {
    /// A kind of sentence of one talker.
    struct Source: Sendable, Hashable {
        let kind: Cycle.Kind
        let talker: Talker?
    }

    /// What follows for a sentence without a date.
    enum Verdict {
        /// It belongs to an epoch of its time.
        case counts
        /// It waits for a dated sentence of its time.
        case waits
        /// It counts, and so do those of its source that waited.
        case countsWithThoseBefore
    }

    private struct Record: Sendable {
        let source: Source
        /// Its latest time since the last dated sentence.
        var time: TimeOfDay?
        /// Whether it had the time of a dated sentence, ever and since the last one.
        var agreed = false
        var agrees = false
        /// Dated sentences that it must agree with before it is believed.
        var doubt = 0
        /// The time of the first of its sentences that was kept since the last dated one.
        var waitingSince: TimeOfDay?
    }

    private static let limit = 16
    private static let longestDoubt = 8
    /// Milliseconds that a source may run ahead of the latest epoch.
    static let farthest = 60_000
    /// Milliseconds without a dated sentence after which none is waited for.
    private static let lapse = 10_000
    /// Milliseconds from a dated sentence at which others speak in turns with it, and are not only late.
    static let turn = 950

    private var records: [Record] = []
    /// The time of the latest dated sentence, while such sentences come.
    private(set) var dated: TimeOfDay?
    private var isDatedByPosition = false
    /// Whether a source has come at two times: each had its turn then.
    private(set) var hasCycled = false

    /// Takes a sentence without a date; `present` is the time of the present epoch.
    mutating func judge(_ source: Source, at time: TimeOfDay, present: TimeOfDay?) -> Verdict {
        guard let index = index(of: source) else { return dated == nil ? .counts : .waits }
        if let last = records[index].time, !last.isSame(time) { hasCycled = true }
        records[index].time = time
        guard let dated else { return .counts }
        if time.isSame(dated) { agree(index) }
        guard let present, !time.isSame(present) else { return .counts }
        if records[index].agreed, records[index].doubt == 0, (0...Self.farthest).contains(time.since(present)) {
            for index in records.indices { records[index].waitingSince = nil }
            return .counts
        }
        let first = records[index].waitingSince ?? time
        records[index].waitingSince = first
        if records[index].doubt == 0, !time.isSame(first), (0...Self.farthest).contains(time.since(first)),
            (0...Self.farthest).contains(time.since(present))
        {
            records[index].agreed = true
            return .countsWithThoseBefore
        }
        guard (0...Self.lapse).contains(time.since(first)) else {
            // No dated sentence comes any more.
            forget()
            return records[index].doubt == 0 ? .countsWithThoseBefore : .counts
        }
        return .waits
    }

    /// Takes a sentence with a date, which holds also where it has no position beside it. False if it decides nothing.
    mutating func date(_ time: TimeOfDay, hasPosition: Bool) -> Bool {
        guard hasPosition || !isDatedByPosition else { return false }
        isDatedByPosition = hasPosition
        // Where the clock jumps, nothing is learned.
        let goesOn = dated.map { (0...Self.farthest).contains(time.since($0)) } ?? false
        for index in records.indices {
            if let last = records[index].time, last.isSame(time) || isTurn(last, before: time) { agree(index) }
            if goesOn, records[index].time != nil, !records[index].agrees {
                records[index].doubt = Self.longestDoubt
            }
            records[index].time = nil
            records[index].agrees = false
            records[index].waitingSince = nil
        }
        dated = time
        return true
    }

    /// Whether a time lies between the latest dated sentence and the next, clear of both; behind a break, clear of the
    /// next.
    func isTurn(_ time: TimeOfDay, before next: TimeOfDay) -> Bool {
        guard let dated, (Self.turn...Self.farthest).contains(next.since(time)) else { return false }
        return time.since(dated) >= Self.turn || !(0...Self.farthest).contains(next.since(dated))
    }

    /// Whether what a source said counts, as far as is known.
    func isBelieved(_ source: Source) -> Bool { records.first { $0.source == source }?.doubt == 0 }

    /// Whether any source has had the time of a dated sentence.
    var hasAgreement: Bool { records.contains(where: \.agreed) }

    /// No dated sentence is known: after a break all begins anew.
    mutating func forget() {
        dated = nil
        isDatedByPosition = false
        for index in records.indices { records[index].waitingSince = nil }
    }

    private mutating func agree(_ index: Int) {
        guard !records[index].agrees else { return }
        records[index].agrees = true
        records[index].agreed = true
        records[index].doubt = max(0, records[index].doubt - 1)
    }

    private mutating func index(of source: Source) -> Int? {
        if let index = records.firstIndex(where: { $0.source == source }) { return index }
        guard records.count < Self.limit else { return nil }
        records.append(Record(source: source))
        return records.count - 1
    }
}

extension TimeOfDay {
    /// Times that a receiver rounds differently in its sentences are one (`20:06:19.295` in GLL, `19.30` in GGA).
    func isSame(_ other: TimeOfDay) -> Bool {
        let difference = abs(milliseconds - other.milliseconds)
        // Across midnight, too; a leap second is none of the next day.
        return difference < 10 || (86_399_991..<86_400_000).contains(difference)
    }

    /// Milliseconds since another time, on the way that is shorter.
    func since(_ other: TimeOfDay) -> Int {
        let day = 86_400_000
        let difference = Int(milliseconds - other.milliseconds)
        return difference > day / 2 ? difference - day : difference < -day / 2 ? difference + day : difference
    }
}
