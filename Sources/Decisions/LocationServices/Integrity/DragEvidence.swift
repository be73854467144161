internal import LocationModel
internal import Motion

/// Whether the position is carried away slowly from where the reported speed leads.
///
/// The latest time is cut into parts. A drag adds to the displacement in each of them; a reflection, or a leap, in one
/// or two, however often the receiver reports. So that quarter of the time does not count in which it grew most, and
/// what is left is compared with what this receiver usually is off by.
struct DragEvidence: Sendable, Codable {
    /// Seconds of a part, at least, of all of them, and of those that do not count.
    static let time = (part: 4.0, all: 48.0, left: 12.0)
    /// Seconds of fixes with a speed before it means anything.
    static let learning = 120.0
    /// Metres of a drag at least, the same in accuracies and in usual displacements. With so much more it is certain.
    static let least = (metres: 20.0, accuracies: 3.0, usual: 3.0)
    static let certainty = 1.3
    /// The same of a leap, which is not usual.
    static let leap = (metres: 85.0, usual: 6.0)
    /// Parts in which it must be found.
    static let confirmations = 2
    /// Seconds over which the usual displacement is averaged, at first and later.
    static let memory = (first: 30.0, later: 300.0)

    /// A way that is as long as the speed says, within a part of it, and leads elsewhere, by the cosine: the course is
    /// wrong, as that of a receiver that reports none, or always the same. A drag changes the length, too.
    static let wrongCourse = (length: 0.05, cosine: 0.906)
    /// Metres of a part that proves it, and seconds for which the course then counts for nothing.
    static let proof = (metres: 20.0, seconds: 60.0)

    /// A way after which the speed counts: seconds and metres at least, and the part of it by which the position may
    /// have gone less or more far. A speed that never changes must agree more closely, some times in a row. And m/s
    /// from which a speed leads anywhere.
    static let measure = (seconds: 24.0, metres: 100.0, part: 0.05, steady: (part: 0.03, times: 2), speed: 0.5)

    /// Seconds by which receivers that smooth the speed report it late.
    static let delay = 2.0

    /// A complete part: what the speed does not explain, and the mean velocity.
    private struct Part: Codable {
        var way: PlaneVector
        let velocity: PlaneVector
        let seconds: Double
    }

    /// The complete parts, the oldest first.
    private var parts: [Part] = []
    /// Of the present part: how far the position went, how far the speed leads, and seconds.
    private var moved = PlaneVector.zero, carried = PlaneVector.zero, seconds = 0.0
    /// Seconds since it began.
    private var learned = 0.0
    private var usual = 0.0
    /// Parts in a row in which it was likely, and certain.
    private var likely = 0, certain = 0
    /// Seconds for which the course counts for nothing.
    private var withoutCourse = 0.0
    /// A way that the course had foretold, and whether it foretold one in another direction, too: it is measured.
    private var foretold: PlaneVector?
    private var isCourseMeasured = false

    /// Whether the speed is that of the position. Some receivers report it in another unit, or always the same.
    private(set) var isSpeedMeasured = false
    /// Whether it ever changed, and did on the present way; how far that leads, how far the position went along it, and
    /// seconds.
    private var hasChanged = false, changes = false
    private var foretoldWay = 0.0, alongWay = 0.0, onWay = 0.0
    /// How often in a row it agreed closely.
    private var agreed = 0

    /// Metres by which the position is displaced, and where to.
    private(set) var displacement = PlaneVector.zero
    /// Whether it is carried away.
    var isDragged: Bool { certain >= Self.confirmations }
    /// Whether it may be.
    var isLikely: Bool { likely >= Self.confirmations }

    /// Whether this type can have written it.
    var isValid: Bool {
        let ways = parts.map(\.way) + parts.map(\.velocity) + [moved, carried, displacement, foretold ?? .zero]
        let sums = [seconds, withoutCourse, learned, usual, foretoldWay, abs(alongWay), onWay]
        return Double(parts.count) * Self.time.part <= Self.time.all && ways.allSatisfy { $0.square < 1e18 }
            && (parts.map(\.seconds) + sums).allSatisfy((0..<1e9).contains)
            && [likely, certain, agreed].allSatisfy((0..<1 << 30).contains)
    }

    /// Takes a step of the position, and where the speed leads meanwhile; `accuracy` is the worse one of its ends,
    /// `hasNewSpeed` whether they have different speeds. While the position is in doubt no part ends, so that an
    /// excursion is within one: it is no drag, and hides none.
    mutating func add(
        _ moved: PlaneVector, _ carried: PlaneVector, _ seconds: Double, accuracy: Double, hasNewSpeed: Bool,
        isInDoubt: Bool
    ) {
        changes = changes || hasNewSpeed
        hasChanged = hasChanged || hasNewSpeed
        self.moved = self.moved + moved
        self.carried = self.carried + carried
        self.seconds += seconds
        if self.seconds >= (isInDoubt ? Self.time.all : Self.time.part) { completePart(accuracy: accuracy) }
    }

    /// What was measured last counts for nothing; what is usual stays known.
    mutating func interrupt() {
        (parts, moved, carried, seconds) = ([], .zero, .zero, 0)
        (likely, certain) = (0, 0)
    }

    private mutating func completePart(accuracy: Double) {
        let time = seconds
        measureSpeed()
        let hasWrongCourse = self.hasWrongCourse
        if hasWrongCourse, carried.length >= Self.proof.metres {
            withoutCourse = Self.proof.seconds
            for index in parts.indices { parts[index].way = .zero }
        }
        let way = withoutCourse > 0 || hasWrongCourse ? .zero : moved - carried
        parts.append(Part(way: way, velocity: 1 / time * carried, seconds: time))
        withoutCourse = max(withoutCourse - time, 0)
        (moved, carried, seconds) = (.zero, .zero, 0)
        var all = parts.reduce(0) { $0 + $1.seconds }
        while all > Self.time.all, !parts.isEmpty { all -= parts.removeFirst().seconds }
        displacement = parts.reduce(.zero) { $0 + $1.way }
        // What a speed that is late explains of it.
        let gained = (parts.last?.velocity ?? .zero) - (parts.first?.velocity ?? .zero)
        displacement =
            displacement - min(max(displacement.dot(gained) / max(gained.square, 1), 0), Self.delay) * gained
        learned += time
        let length = displacement.length
        let isFar = length >= max(Self.leap.metres, Self.leap.usual * usual)
        let counts = learned >= Self.learning && saysSpeed
        let least = max(Self.least.metres, Self.least.accuracies * accuracy, Self.least.usual * usual)
        let left = counts ? steady(length) : 0
        likely = left >= least ? likely + 1 : 0
        certain = left >= Self.certainty * least ? certain + 1 : 0
        guard likely == 0, !isFar else { return }
        let memory = min(max(learned, Self.memory.first), Self.memory.later)
        usual += (length - usual) * min(time / memory, 1)
    }

    /// Whether the speed was measured, or says for all of the time that nothing moves, and not always the same.
    private var saysSpeed: Bool {
        isSpeedMeasured || hasChanged && parts.allSatisfy { $0.velocity.length < PositionEvidence.standing }
    }

    /// Compares the position's way with that to which the speed leads.
    private mutating func measureSpeed() {
        let length = carried.length
        guard !isSpeedMeasured, length >= Self.measure.speed * seconds else { return }
        foretoldWay += length
        alongWay += moved.dot(carried) / length
        onWay += seconds
        guard onWay >= Self.measure.seconds, foretoldWay >= Self.measure.metres else { return }
        let error = abs(alongWay - foretoldWay) / foretoldWay
        agreed = error <= Self.measure.steady.part ? agreed + 1 : 0
        isSpeedMeasured = changes && error <= Self.measure.part || agreed >= Self.measure.steady.times
        (foretoldWay, alongWay, onWay, changes) = (0, 0, 0, false)
    }

    /// Whether the present part is as long as the speed says, and leads elsewhere, of a receiver whose course has not
    /// been right in different directions.
    private var hasWrongCourse: Bool {
        mutating get {
            guard !isCourseMeasured else { return false }
            if moved.dot(carried) < Self.wrongCourse.cosine * moved.length * carried.length {
                return abs(moved.length - carried.length) <= Self.wrongCourse.length * carried.length
            }
            if moved.length >= Self.proof.metres / 2 {
                let first = foretold ?? moved
                foretold = first
                isCourseMeasured = first.dot(moved) < 0.5 * first.length * moved.length
            }
            return false
        }
    }

    /// Metres without the parts that added most.
    private func steady(_ length: Double) -> Double {
        guard length >= Self.least.metres else { return 0 }
        let grown = parts.map { ($0.way.dot(displacement) / length, $0.seconds) }.sorted { $0.0 > $1.0 }
        var (left, seconds) = (length, 0.0)
        for (metres, time) in grown where seconds < Self.time.left { (left, seconds) = (left - metres, seconds + time) }
        return left
    }
}
