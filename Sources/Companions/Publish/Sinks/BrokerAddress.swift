internal import Glibc
internal import SystemSupport

/// The address of a broker: `mqtt://HOST[:PORT]`, or `mqtts://…` with TLS.
struct BrokerAddress: Sendable, Hashable {
    /// A name, or an address without brackets.
    var host: String
    /// 1 to 65535: 1883, or 8883 with TLS, unless the address says otherwise.
    var port: UInt16
    /// Whether the connection is encrypted, and the broker verified.
    var isSecure: Bool

    /// A way to a broker.
    struct Route: Sendable, Hashable {
        /// A name or an address.
        var host: String
        /// The own address to connect from; `nil` for any.
        var own: String?
    }

    /// No more addresses of one name are tried.
    private static let mostAddresses = 8

    /// Asks the name service for the ways to the broker, the best one first, until an instant or until it is stopped.
    func routes(
        until end: Duration, stop: StopSignal,
        lookup: @escaping @Sendable (String) throws(SinkFailure) -> [String] = addresses
    ) throws(SinkFailure) -> [Route] {
        let call: BlockingCall<[String], SinkFailure>
        let answer: WakeDescriptor
        do throws(SystemCallError) {
            let wake = try WakeDescriptor()
            call = try BlockingCall(named: "publish-lookup") { [host] () throws(SinkFailure) in
                try lookup(host)
            } onEnd: {
                wake.signal()
            }
            answer = wake
        } catch {
            throw SinkFailure(.setup, "the name of the broker cannot be looked up: \(error)", "free some memory")
        }
        var descriptors = [answer.descriptor, stop.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let left = max(end - SystemClock.sinceBoot, .zero)
        poll(&descriptors, 2, Int32(clamping: left.milliseconds))
        if let addresses = try call.take() { return ways(to: addresses) }
        throw stop.isGiven ? .stopped : .noNameService
    }

    /// The addresses of a name, the best one first. Blocks as long as the name service does.
    private static func addresses(of host: String) throws(SinkFailure) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &found)
        guard code == 0, let found else { throw failure(ofLookup: code) }
        defer { freeaddrinfo(found) }
        let entries = sequence(first: found) { $0.pointee.ai_next }
        return entries.prefix(mostAddresses).compactMap { text(of: $0.pointee) }
    }

    private static func text(of entry: addrinfo) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let size = socklen_t(text.count)
        guard getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, size, nil, 0, NI_NUMERICHOST) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Why a name has no address, by getaddrinfo's code.
    static func failure(ofLookup code: Int32) -> SinkFailure {
        code == EAI_AGAIN
            ? .noNameService
            : SinkFailure(
                .unreachable, "the name of the broker has no address", "check the network, and the host in url")
    }

    /// The ways to the addresses of the host. libmosquitto itself tries only the first address of a name, be it of a
    /// network that is dead. With TLS it needs the name, so the own address chooses IPv6 or IPv4.
    func ways(to addresses: [String]) -> [Route] {
        guard addresses.count > 1 else { return [Route(host: host)] }
        guard isSecure else { return addresses.map { Route(host: $0) } }
        return addresses.reduce(into: []) { routes, address in
            let route = Route(host: host, own: address.contains(":") ? "::" : "0.0.0.0")
            if !routes.contains(route) { routes.append(route) }
        }
    }

    /// Reads an address; `nil` for anything else.
    init?(_ text: String) {
        guard let scheme = ["mqtts://", "mqtt://"].first(where: text.lowercased().hasPrefix) else { return nil }
        isSecure = scheme == "mqtts://"
        var rest = text.dropFirst(scheme.count)
        if rest.hasSuffix("/") { rest.removeLast() }
        var port: Substring?
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            let behind = rest[rest.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else { return nil }
            if !behind.isEmpty { port = behind.dropFirst() }
        } else if let colon = rest.firstIndex(of: ":") {
            host = String(rest[..<colon])
            port = rest[rest.index(after: colon)...]
        } else {
            host = String(rest)
        }
        guard !host.isEmpty, !host.contains("/"), !host.contains("@") else { return nil }
        guard let port else {
            self.port = isSecure ? 8883 : 1883
            return
        }
        guard let number = UInt16(port), number > 0 else { return nil }
        self.port = number
    }
}
