import Geocoding
import Glibc
import LocationModel
import LocationServices
import LocdProtocol
import Logging
import Tracks

/// Answers what places are called: from the place table, and from a server of addresses where one is configured.
///
/// The table is opened when somebody asks for the first time, so that whoever never does pays nothing for it.
public actor GeocodingService {
    /// Where those who ask run: a table on a disk that hangs keeps them waiting and nobody else. `nil` for the pool.
    nonisolated let reading: ExecutorThread?
    private let settings: @Sendable () -> Configuration.Geocoder
    private let clock: MonotonicClock
    private let logger: Logger
    private var opened: (path: String, geocoder: Geocoder)?
    private var allowance = GeocodingAllowance()
    /// When the server may be asked again.
    private var nextTurn = Duration.zero
    private var wasServerSilent = false
    private var wasTableUnusable = false

    /// A service with settings that may change.
    init(
        settings: @escaping @Sendable () -> Configuration.Geocoder, clock: MonotonicClock,
        reading: ExecutorThread? = nil, logger: Logger
    ) {
        self.reading = reading
        self.settings = settings
        self.clock = clock
        self.logger = logger
    }

    /// One that has nothing to look anything up in.
    public init() {
        var nothing = Configuration.Geocoder()
        nothing.table = nil
        self.init(settings: { [nothing] in nothing }, clock: .system(), logger: Logger(label: "locd"))
    }

    /// What is at a place, the most likely first.
    func placemarks(
        at place: Coordinate, locale: String?, for user: uid_t
    ) async throws(VarlinkError) -> [Placemark] {
        try admit(user)
        if let answer = await ask({ try await $0.placemarks(at: place, locale: locale) }) {
            return withTimeZones(answer)
        }
        return try answer { geocoder throws(PlaceTableError) in
            // A placemark that says nothing is none.
            try geocoder.placemarks(at: place, locale: locale).filter { $0.name != nil }
        }
    }

    /// Where what is called so is, the most likely first.
    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?, for user: uid_t
    ) async throws(VarlinkError) -> LocationInterface.Geocode.Reply {
        try admit(user)
        if let answer = await ask({ try await $0.placemarks(named: address, near: near, locale: locale) }) {
            return LocationInterface.Geocode.Reply(placemarks: withTimeZones(answer), isPartial: false)
        }
        var isPartial = false
        let placemarks = try answer { geocoder throws(PlaceTableError) in
            let finding = try geocoder.placemarks(named: address, near: near, locale: locale)
            isPartial = finding.isPartial
            return finding.placemarks
        }
        return LocationInterface.Geocode.Reply(placemarks: placemarks, isPartial: isPartial)
    }

    private func admit(_ user: uid_t) throws(VarlinkError) {
        guard allowance.take(user, at: clock.now()) else { throw .geocodeLimit }
    }

    /// What the table says; nothing is an error.
    private func answer(
        _ body: (Geocoder) throws(PlaceTableError) -> [Placemark]
    ) throws(VarlinkError) -> [Placemark] {
        let placemarks: [Placemark]?
        do throws(PlaceTableError) {
            if let geocoder = try geocoder() { placemarks = try body(geocoder) } else { placemarks = nil }
            wasTableUnusable = false
        } catch {
            // A table that went bad is opened anew by the next who asks: it may have been replaced.
            opened = nil
            // Once in the log, until it can: whoever asks often fills no disk with it.
            if !wasTableUnusable { logger.log(.placesUnusable, "The geocoder cannot answer: \(error)") }
            wasTableUnusable = true
            throw .geocoderUnavailable(detail: error.description)
        }
        guard let placemarks else {
            throw .geocoderUnavailable(detail: "No place table is configured: see geocoder.table.")
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

    /// What the server says; `nil` where there is none, it does not answer, or knows nothing.
    private func ask(
        _ question: @Sendable (NominatimServer) async throws -> [Placemark]
    ) async -> [Placemark]? {
        let settings = settings()
        guard let address = settings.server else { return nil }
        let now = clock.now()
        let turn = max(nextTurn, now)
        // Whoever would have to wait for too long is told what the table knows.
        guard turn - now <= .seconds(settings.serverTimeout) else { return nil }
        nextTurn = turn + .seconds(settings.serverInterval)
        do {
            if turn > now { try await clock.sleep(turn) }
            let server = NominatimServer(
                address: address, userAgent: settings.userAgent, timeout: .seconds(settings.serverTimeout))
            let answer = try await question(server)
            wasServerSilent = false
            return answer.isEmpty ? nil : answer
        } catch {
            // Once in the log, until it answers: what is asked about is nobody's business there.
            if !wasServerSilent {
                logger.log(.addressServerSilent, "The server of addresses \(address) does not answer: \(error)")
            }
            wasServerSilent = true
            return nil
        }
    }

    /// Servers do not know the time.
    private func withTimeZones(_ placemarks: [Placemark]) -> [Placemark] {
        guard let geocoder = try? geocoder() else { return placemarks }
        return placemarks.map { placemark in
            var placemark = placemark
            placemark.timeZone = (try? geocoder.placemarks(at: placemark.coordinate))?.first?.timeZone
            return placemark
        }
    }
}
