import GeocodeProtocol
import Geocoding
import Glibc
import LocationModel
import LocationServices
import LocdConfiguration
import LocdLog
import LocdProtocol
import LocdServer
import Logging
import SystemSupport

/// Answers what places are called: from the place table, and from an address server if one is configured, which
/// locd-geocode asks.
///
/// The table is opened by the first question: a daemon that is never asked pays nothing for it.
actor GeocodingService: PlaceService {
    /// Where those who ask run: a table on a disk that hangs keeps them waiting and nobody else. `nil` for the pool.
    nonisolated let reading: (any TaskExecutor)?
    /// The event loop on which locd-geocode is asked: the socket's, while it is served.
    nonisolated let loop = SocketLoop()
    private let settings: @Sendable () -> Configuration.Geocoder
    private let clock: MonotonicClock
    private let logger: Logger
    private var opened: (path: String, geocoder: Geocoder)?
    private var allowance = GeocodingAllowance()
    /// When the server may be asked again.
    private var nextTurn = Duration.zero
    /// The questions that wait for the server. Each is a process; a further one is answered from the table.
    private var waiting = 0
    private static let maximumWaiting = 16
    /// Of the address server: each kind of failure is reported by itself.
    private var serverReporters: [GeocodeFailure.Code: FailureReporter] = [:]
    private var tableReporter = FailureReporter()

    init(
        settings: @escaping @Sendable () -> Configuration.Geocoder, clock: MonotonicClock,
        reading: (any TaskExecutor)? = nil, logger: Logger
    ) {
        self.reading = reading
        self.settings = settings
        self.clock = clock
        self.logger = logger
    }

    /// What is at a place, the most likely first.
    func placemarks(
        at place: Coordinate, locale: String?, for user: uid_t
    ) async throws(VarlinkError) -> [Placemark] {
        try admit(user)
        let asked = await ask(.place(place), locale)
        if let found = asked.found { return withTimeZones(found) }
        return try answer(after: asked) { geocoder throws(PlaceTableError) in
            // A placemark that says nothing is none.
            try geocoder.placemarks(at: place, locale: locale).filter { $0.name != nil }
        }
    }

    /// Where what is called so is, the most likely first.
    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?, for user: uid_t
    ) async throws(VarlinkError) -> LocationInterface.Geocode.Reply {
        try admit(user)
        let circle = near.map { GeocodeRequest.Circle(center: $0.center, radius: $0.radius) }
        let asked = await ask(.address(address, near: circle), locale)
        if let found = asked.found {
            return LocationInterface.Geocode.Reply(placemarks: withTimeZones(found), isPartial: false)
        }
        var isPartial = false
        let placemarks = try answer(after: asked) { geocoder throws(PlaceTableError) in
            let finding = try geocoder.placemarks(named: address, near: near, locale: locale)
            isPartial = finding.isPartial
            return finding.placemarks
        }
        return LocationInterface.Geocode.Reply(placemarks: placemarks, isPartial: isPartial)
    }

    private func admit(_ user: uid_t) throws(VarlinkError) {
        guard allowance.take(user, at: clock.now()) else { throw .geocodeLimit }
    }

    /// What the address server said.
    private enum Asked {
        case found([Placemark])
        case nothing
        /// It was not asked, or did not answer: the error if the table says nothing either.
        case unanswered(VarlinkError)

        var found: [Placemark]? { if case .found(let placemarks) = self { placemarks } else { nil } }
    }

    /// What the table says; nothing is an error.
    private func answer(
        after asked: Asked, _ body: (Geocoder) throws(PlaceTableError) -> [Placemark]
    ) throws(VarlinkError) -> [Placemark] {
        let placemarks: [Placemark]?
        do throws(PlaceTableError) {
            if let geocoder = try geocoder() { placemarks = try body(geocoder) } else { placemarks = nil }
            if placemarks != nil, tableReporter.succeeds() { logger.log(.placesUsable, "Place table readable again") }
        } catch {
            // A table that went bad is opened anew by the next who asks: it may have been replaced.
            opened = nil
            if tableReporter.fails(at: clock.now()) {
                logger.log(.placesUnusable, "Place table unusable: \(error)")
            }
            if case .nothing = asked { throw .geocodeFoundNoResult }
            throw .geocoderUnavailable(detail: error.description)
        }
        guard let placemarks else {
            if case .unanswered(let error) = asked { throw error }
            throw .geocodeFoundNoResult
        }
        guard !placemarks.isEmpty else { throw .geocodeFoundNoResult }
        return placemarks
    }

    private func geocoder() throws(PlaceTableError) -> Geocoder? {
        guard let path = settings().table else { return nil }
        if let opened, opened.path == path { return opened.geocoder }
        let geocoder = Geocoder(try PlaceTable(try TableBytes(path: path)))
        opened = (path, geocoder)
        return geocoder
    }

    private func ask(_ question: GeocodeRequest.Question, _ locale: String?) async -> Asked {
        let settings = settings()
        guard let address = settings.server else { return .unanswered(.noPlaceTable) }
        guard waiting < Self.maximumWaiting else { return .unanswered(.geocodeLimit) }
        let now = clock.now()
        let turn = max(nextTurn, now)
        // A question that would have to wait for too long is answered from the table.
        guard turn - now <= .seconds(settings.serverTimeout) else { return .unanswered(.geocodeLimit) }
        nextTurn = turn + .seconds(settings.serverInterval)
        waiting += 1
        defer { waiting -= 1 }
        do {
            if turn > now { try await clock.sleep(turn) }
            let helper = GeocodeHelper(socketPath: settings.helper, loop: loop.current)
            let answer = try await helper.placemarks(
                GeocodeRequest(
                    server: address.description, userAgent: settings.userAgent, timeout: settings.serverTimeout,
                    locale: locale, question: question))
            if serverAnswers() { logger.log(.addressServerAnswers, "Address server \(address) answers again") }
            return answer.isEmpty ? .nothing : .found(answer)
        } catch let failure as GeocodeFailure where !Task.isCancelled {
            // What was asked is never logged.
            if serverReporters[failure.code, default: FailureReporter()].fails(at: clock.now()) {
                logger.log(.addressServerSilent, "Address server \(address) not answering: \(failure)")
            }
            return .unanswered(.geocoderUnavailable(detail: "The address server does not answer: \(failure.message)."))
        } catch {
            return .unanswered(.geocodeLimit)
        }
    }

    /// Whether that is to be reported: it ends a failure that was.
    private func serverAnswers() -> Bool {
        var isReported = false
        for code in serverReporters.keys where serverReporters[code]?.succeeds() == true { isReported = true }
        return isReported
    }

    /// Address servers know no time zones; the table does.
    private func withTimeZones(_ placemarks: [Placemark]) -> [Placemark] {
        guard let geocoder = try? geocoder() else { return placemarks }
        return placemarks.map { placemark in
            var placemark = placemark
            placemark.timeZone = (try? geocoder.placemarks(at: placemark.coordinate))?.first?.timeZone
            return placemark
        }
    }
}

/// How often each user may ask the geocoder: ``burst`` times at once, and then once every ``interval``.
struct GeocodingAllowance {
    static let burst = 60
    static let interval = Duration.seconds(1)
    /// Users that are remembered at most; there are not more who ask at a time.
    static let maximumUsers = 1024

    /// When a user has all of its questions again.
    private var full: [uid_t: Duration] = [:]

    /// Whether a user may ask now; if so, that is counted.
    mutating func take(_ user: uid_t, at now: Duration) -> Bool {
        let reserve = max(full[user] ?? now, now)
        guard reserve + Self.interval <= now + Self.interval * Self.burst else { return false }
        if full[user] == nil, full.count >= Self.maximumUsers { full = full.filter { $0.value > now } }
        full[user] = reserve + Self.interval
        return true
    }
}
