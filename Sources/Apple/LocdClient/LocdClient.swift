public import LocationModel
public import LocdProtocol

/// Talks to the daemon over its socket. One value serves any number of calls; each call opens its own connection.
public struct LocdClient: Sendable {
    /// The socket path of the installed package.
    public static let defaultSocketPath = "/run/locd/locd.sock"

    /// The socket file.
    public let socketPath: String
    /// How long a reply may take.
    public let timeout: Duration

    /// Creates a client for the daemon at a socket path. It does not connect yet.
    public init(socketPath: String = LocdClient.defaultSocketPath, timeout: Duration = .seconds(5)) {
        self.socketPath = socketPath
        self.timeout = timeout
    }

    /// The socket path in the environment (`LOCD_SOCKET`), otherwise ``defaultSocketPath``.
    public static func socketPath(environment: [String: String]) -> String {
        guard let path = environment["LOCD_SOCKET"], !path.isEmpty else { return defaultSocketPath }
        return path
    }

    /// The status of the daemon, its receiver and its track. Open to every local user; ``StatusReply/location`` is
    /// present only for callers with access to coordinates.
    /// - Throws: ``LocdClientError``, which includes a remedy.
    public func status() async throws(LocdClientError) -> StatusReply {
        try await call(LocationInterface.Status.self, NoParameters())
    }

    /// The satellites that the receiver sees; for callers with full accuracy.
    /// - Throws: ``LocdClientError``, which includes a remedy.
    public func satellites() async throws(LocdClientError) -> [ReportedSatellite] {
        try await call(LocationInterface.Sky.self, NoParameters()).satellites
    }

    /// The results for the latest fixes, with reasons: the latest `limit` (1 to 1000) between two moments. Open to
    /// every local user; details that depend on movement are present only for callers with full accuracy.
    /// - Throws: ``LocdClientError``, which includes a remedy.
    public func why(
        from: Timestamp? = nil, to: Timestamp? = nil, limit: Int = WhyParameters.maximumLimit,
        privateRegions: Bool? = nil
    ) async throws(LocdClientError) -> WhyReply {
        try await call(
            LocationInterface.Why.self,
            WhyParameters(
                from: from?.description, to: to?.description, limit: limit, privateRegions: privateRegions))
    }

    /// Calls a method with a single reply: any method of ``LocationInterface``, including those without a function
    /// here.
    /// - Throws: ``LocdClientError``, which includes a remedy.
    public func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) async throws(LocdClientError) -> Method.Reply {
        let bytes = try encode(method, parameters)
        let message = try await DaemonSocket.with(path: socketPath, timeout: timeout) {
            (socket: DaemonSocket) async throws(LocdClientError) -> [UInt8]? in
            do throws(LocdClientError) {
                try await socket.send(bytes)
            } catch {
                // A daemon that refuses the connection sends the reason and closes, maybe before we have sent anything.
                guard error.code == .disconnected else { throw error }
            }
            return try await socket.receive()
        }
        return try answer(to: method, in: message)
    }

    /// The same on the calling thread, which it blocks for at most `timeout`: for properties that are read in a task
    /// while no other thread is free.
    package func exchange<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, within timeout: Duration
    ) throws(LocdClientError) -> Method.Reply {
        let bytes = try encode(method, parameters)
        return try answer(to: method, in: try DaemonSocket(path: socketPath).exchange(bytes, within: timeout))
    }

    /// The bytes of a call.
    func encode<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws(LocdClientError) -> [UInt8] {
        do {
            return try VarlinkCall.encode(method, parameters)
        } catch {
            throw LocdClientError(.invalidCall, socketPath: socketPath, cause: error.description)
        }
    }

    /// The reply in a message; without one, the daemon has closed the connection.
    func answer<Method: VarlinkMethod>(
        to method: Method.Type, in message: [UInt8]?
    ) throws(LocdClientError) -> Method.Reply {
        guard let message else { throw LocdClientError(.disconnected, socketPath: socketPath) }
        switch VarlinkAnswer<Method.Reply>(message: message) {
        case .reply(let reply, _): return reply
        case .error(let error): throw LocdClientError(.refused(error), socketPath: socketPath)
        case .unreadable(let sentence): throw LocdClientError(.unreadable, socketPath: socketPath, cause: sentence)
        }
    }
}

extension LocdClient {
    /// Reports Bluetooth advertisements that another receiver heard, soon after it heard them; for root and the
    /// daemon's own user. Returns how many of them are those of beacons.
    /// - Throws: ``LocdClientError``; `refused(.rangingUnavailable)` if the daemon does not listen to beacons.
    @discardableResult
    public func report(_ advertisements: [ReportedAdvertisement]) async throws(LocdClientError) -> Int {
        try await call(
            LocationInterface.ReportAdvertisements.self, AdvertisementsParameters(advertisements: advertisements)
        ).beacons
    }
}

extension LocdClient {
    /// Receives questions about clients without a stored decision, until the connection ends or the task is cancelled.
    ///
    /// - Parameter body: Called with each reply in order; the first has neither a question nor a withdrawal.
    /// - Throws: ``LocdClientError``; `refused(.permissionDenied)` if the user may not decide, `disconnected` at the
    ///   end.
    public func serveAsAgent(
        _ body: (LocationInterface.Agent.Reply) async throws(LocdClientError) -> Void
    ) async throws(LocdClientError) {
        let stream = try await ReplyStream(LocationInterface.Agent.self, NoParameters(), of: self)
        while true { try await body(stream.next()) }
    }
}

extension LocdClient {
    /// The placemarks at a coordinate, the most likely first. Open to every local user.
    /// - Parameter locale: The language of the names, such as `de_CH`; `nil` for the local names.
    /// - Throws: ``LocdClientError``; `refused(.geocodeFoundNoResult)` if nothing was found.
    public func placemarks(
        at coordinate: Coordinate, locale: String? = nil
    ) async throws(LocdClientError) -> [Placemark] {
        try await patient.call(
            LocationInterface.ReverseGeocode.self,
            ReverseGeocodeParameters(latitude: coordinate.latitude, longitude: coordinate.longitude, locale: locale)
        ).placemarks
    }

    /// The placemarks with a name or address, the most likely first, and whether a part of the address was not
    /// understood.
    /// - Parameter near: Results within `radius` metres of `center` come first.
    /// - Throws: ``LocdClientError``; `refused(.geocodeFoundNoResult)` if nothing was found.
    public func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)? = nil, locale: String? = nil
    ) async throws(LocdClientError) -> LocationInterface.Geocode.Reply {
        try await patient.call(
            LocationInterface.Geocode.self,
            GeocodeParameters(address: address, locale: locale, center: near?.center, radius: near?.radius))
    }

    /// A client with a longer timeout: the daemon may have to query a server and wait for its turn.
    private var patient: LocdClient { LocdClient(socketPath: socketPath, timeout: timeout + .seconds(60)) }
}
