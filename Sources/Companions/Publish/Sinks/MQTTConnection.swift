internal import CMosquitto
internal import Glibc
internal import LocationModel
internal import SystemSupport

/// A connection to a broker, through Debian's libmosquitto. Messages are sent with QoS 1. The library queues nothing:
/// after a failure the caller connects again and repeats the messages.
final class MQTTConnection {
    struct Message {
        var topic: String
        var body: [UInt8]
        var isRetained: Bool
    }

    /// The results of the library's callbacks.
    private final class Events {
        /// The code of the broker's answer to the connection.
        var connected: Int32?
        /// Why the connection ended.
        var disconnected: Int32?
        /// The topics of messages that the broker has not acknowledged, by their numbers.
        var pending: [Int32: String] = [:]
        /// The number of messages that were sent.
        var published = 0
        /// When the connection was begun, since the boot.
        let begun = SystemClock.sinceBoot
        /// The topic of a message that the broker refused, and the reason (MQTT 5).
        var refused: (topic: String, reason: Int32)?
        /// Received messages.
        var messages: [[UInt8]] = []
    }

    private static let keepalive: Int32 = 60
    /// The wait for one of several addresses.
    private static let patience = Duration.seconds(10)
    /// The wait for the acknowledgement of the last message before the end.
    private static let farewell = Duration.seconds(1)
    /// The maximum number of received messages that are kept; further ones are dropped.
    private static let maximumMessages = 16
    /// The most bytes that a broker may send over one connection besides acknowledgements and the answers to pings, and
    /// the most of one of these. The library would read a packet of 256 MiB, and keep each message that is never
    /// completed.
    private static let allowance = 2 * RemoteCommandMessage.maximumBytes
    private static let acknowledgement = 128

    private let sink: PublishSink
    private let address: BrokerAddress
    private let credentials: String?
    private let stop: StopSignal
    private let clientID: String
    private let will: Message
    private let subscription: String?
    private var client: OpaquePointer?
    private var events = Events()

    /// Creates a connection; ``connect()`` opens it. `will`: the message that the broker sends when the connection is
    /// lost. `stop` ends each wait.
    init(
        _ sink: PublishSink, clientID: String, will: Message, subscription: String?, credentials: String?,
        stop: StopSignal
    ) throws(SinkFailure) {
        guard let address = BrokerAddress(sink.url) else {
            throw SinkFailure(.setup, "the url is not of a broker", "write mqtts://HOST[:PORT] in publish.yaml")
        }
        self.sink = sink
        self.address = address
        self.credentials = credentials
        self.stop = stop
        self.clientID = clientID
        self.will = will
        self.subscription = subscription
    }

    deinit {
        if let client { mosquitto_destroy(client) }
    }

    /// Prepares the library, before there are threads.
    static func prepare() {
        mosquitto_lib_init()
    }

    var isConnected: Bool { client != nil && events.connected == 0 && events.disconnected == nil }

    /// A descriptor that is readable when the broker sent something.
    var descriptor: Int32? {
        guard let client, isConnected else { return nil }
        let socket = mosquitto_socket(client)
        return socket >= 0 ? socket : nil
    }

    /// Connects, and waits for the broker's reply. `routes`: instead of those that the name service knows.
    func connect(over routes: [BrokerAddress.Route]? = nil) throws(SinkFailure) {
        close()
        let password = try Secret.password(of: sink, credentials: credentials)
        if address.isSecure, let problem = SinkFiles.problem(of: sink) { throw problem }
        events = Events()
        let version = sink.version == .version5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        guard let client = mosquitto_new(clientID, true, Unmanaged.passUnretained(events).toOpaque()) else {
            throw SinkFailure(.setup, "libmosquitto did not start", "free some memory")
        }
        self.client = client
        mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, version)
        // Each message is a packet: with Nagle's algorithm the second one would wait for the acknowledgement of the
        // first.
        mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1)
        observe(client)
        do throws(SinkFailure) {
            if let user = sink.user { try check(mosquitto_username_pw_set(client, user, password)) }
            try check(
                mosquitto_will_set(client, will.topic, Int32(will.body.count), will.body, 1, will.isRetained))
            if address.isSecure { try secure(client) }
            let end = SystemClock.sinceBoot + .seconds(sink.timeout)
            let known = if let routes { routes } else { try address.routes(until: end, stop: stop) }
            try open(client, over: known, until: end)
            if let subscription { try check(mosquitto_subscribe(client, nil, subscription, 1)) }
        } catch {
            close()
            throw error
        }
    }

    /// Tries one way after the other until the broker replies. A failure is that of the address that answered, or else
    /// of the first.
    private func open(
        _ client: OpaquePointer, over routes: [BrokerAddress.Route], until end: Duration
    ) throws(SinkFailure) {
        var first: SinkFailure?
        for (index, route) in routes.enumerated() {
            (events.connected, events.disconnected) = (nil, nil)
            let now = SystemClock.sinceBoot
            let turn = index == routes.count - 1 ? end : now + min((end - now) / (routes.count - index), Self.patience)
            var isReached = false
            do throws(SinkFailure) {
                try check(
                    mosquitto_connect_bind_async(
                        client, route.host, Int32(address.port), Self.keepalive, route.own))
                while events.connected == nil {
                    isReached = isReached || Self.isReached(mosquitto_socket(client))
                    try loop(until: isReached ? end : turn)
                }
                return
            } catch {
                if isReached || stop.isGiven { throw error }
                first = first ?? error
            }
        }
        if let first { throw first }
    }

    /// Whether somebody accepted the connection.
    private static func isReached(_ socket: Int32) -> Bool {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &size) == 0 }
        }
    }

    /// Sends messages, and waits until the broker has acknowledged all of them. Returns how many bytes that took.
    /// `isLast`: also when it is stopped, and not for long.
    func publish(_ messages: [Message], isLast: Bool = false) throws(SinkFailure) -> Int {
        guard let client, isConnected else { throw lost }
        var bytes = 0
        do throws(SinkFailure) {
            for message in messages {
                var number: Int32 = 0
                try check(
                    mosquitto_publish(
                        client, &number, message.topic, Int32(message.body.count), message.body, 1, message.isRetained))
                events.pending[number] = message.topic
                events.published += 1
                bytes += message.body.count + message.topic.utf8.count + 8
            }
            let end = SystemClock.sinceBoot + (isLast ? Self.farewell : .seconds(sink.timeout))
            while !events.pending.isEmpty {
                acknowledgeAtOnce(client)
                try loop(until: end, isLast: isLast)
                if let refused = events.refused { throw refusal(of: refused.topic, refused.reason) }
            }
            return bytes
        } catch {
            close()
            var failure = error
            failure.sent = bytes
            throw failure
        }
    }

    /// Keeps the connection alive and returns received messages.
    func serve() throws(SinkFailure) -> [[UInt8]] {
        guard let client else { return [] }
        let code = mosquitto_loop(client, 0, 1)
        guard code == MOSQ_ERR_SUCCESS.code, isConnected else {
            close()
            if let reason = events.disconnected, reason >= 128 { throw refusal(reason) }
            throw lost
        }
        do throws(SinkFailure) {
            try refuseFlood(client)
        } catch {
            close()
            throw error
        }
        defer { events.messages.removeAll() }
        return events.messages
    }

    /// Ends the connection, so that the broker sends no will, and forgets what was not acknowledged.
    func close() {
        guard let client else { return }
        if isConnected { mosquitto_disconnect(client) }
        mosquitto_destroy(client)
        self.client = nil
    }

    // MARK: - The library

    private func loop(until end: Duration, isLast: Bool = false) throws(SinkFailure) {
        guard let client else { throw lost }
        guard isLast || !stop.isGiven else {
            throw .stopped
        }
        let left = end - SystemClock.sinceBoot
        guard left > .zero else {
            throw SinkFailure(
                .timedOut, "no answer of the broker within \(Int(rounding: sink.timeout, .towardZero)) s",
                "check the network and the broker")
        }
        let code = mosquitto_loop(client, Int32(clamping: min(left, .milliseconds(500)).milliseconds), 1)
        // What the broker itself says comes first: of some of it the library says only that the protocol failed.
        if let answer = events.connected, answer != 0 { throw refusal(answer) }
        if let reason = events.disconnected, reason >= 128 { throw refusal(reason) }
        guard code == MOSQ_ERR_SUCCESS.code else { throw failure(code) }
        if let code = events.disconnected { throw code == 0 ? lost : failure(code) }
        if isOver(client) { throw lost }
        try refuseFlood(client)
    }

    /// Throws if the broker sends more than it is asked for: the end of the connection frees what the library keeps.
    private func refuseFlood(_ client: OpaquePointer) throws(SinkFailure) {
        // `struct tcp_info` of linux/tcp.h, up to tcpi_bytes_received.
        var information = [UInt8](repeating: 0, count: 136)
        var size = socklen_t(information.count)
        guard getsockopt(mosquitto_socket(client), Int32(IPPROTO_TCP), TCP_INFO, &information, &size) == 0,
            Int(size) == information.count
        else { return }
        let received = information.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 128, as: UInt64.self) }
        let most = Self.mostBytes(after: SystemClock.sinceBoot - events.begun, published: events.published)
        guard received > UInt64(most) else { return }
        throw SinkFailure(
            .server, "the broker sends much more than it is asked for", "see its log; the records are sent again")
    }

    /// The most bytes that a broker may have sent after a while. It answers a ping in each interval of the keepalive.
    static func mostBytes(after time: Duration, published: Int) -> Int {
        let pings = Int(rounding: time / .seconds(keepalive), .towardZero)
        return allowance + (published + pings) * acknowledgement
    }

    /// Whether the socket failed and nothing is left to read. libmosquitto 2.0 does not notice that during a TLS
    /// handshake: it would try to go on with it, without a pause, for the whole timeout.
    private func isOver(_ client: OpaquePointer) -> Bool {
        let socket = mosquitto_socket(client)
        var entry = pollfd(fd: socket, events: 0, revents: 0)
        guard socket >= 0, poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLERR | POLLHUP) != 0 else { return false }
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) <= 0
    }

    /// The broker answers each message with a packet, and with Nagle's algorithm the second answer waits for the TCP
    /// acknowledgement of the first, which Linux delays by 40 ms. The kernel takes the option back by itself, so it is
    /// set before each wait.
    private func acknowledgeAtOnce(_ client: OpaquePointer) {
        var isOn: Int32 = 1
        _ = setsockopt(
            mosquitto_socket(client), Int32(IPPROTO_TCP), TCP_QUICKACK, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    private func secure(_ client: OpaquePointer) throws(SinkFailure) {
        let ours = sink.authorities == nil ? "/etc/ssl/certs" : nil
        try check(mosquitto_tls_set(client, sink.authorities, ours, sink.certificate, sink.key, nil))
        // Verify the broker; nothing older than TLS 1.2.
        try check(mosquitto_tls_opts_set(client, 1, nil, nil))
    }

    private func observe(_ client: OpaquePointer) {
        mosquitto_connect_callback_set(client) { _, object, code in
            MQTTConnection.events(object)?.connected = code
        }
        mosquitto_disconnect_callback_set(client) { _, object, code in
            MQTTConnection.events(object)?.disconnected = code
        }
        mosquitto_publish_v5_callback_set(client) { _, object, number, reason, _ in
            guard let events = MQTTConnection.events(object) else { return }
            let topic = events.pending.removeValue(forKey: number)
            if let topic, reason >= 128 { events.refused = (topic, reason) }
        }
        mosquitto_message_callback_set(client) { _, object, message in
            guard let events = MQTTConnection.events(object), let message = message?.pointee,
                let payload = message.payload,
                message.payloadlen > 0, Int(message.payloadlen) <= RemoteCommandMessage.maximumBytes,
                events.messages.count < MQTTConnection.maximumMessages, !message.retain
            else { return }
            events.messages.append(Array(UnsafeRawBufferPointer(start: payload, count: Int(message.payloadlen))))
        }
    }

    private static func events(_ object: UnsafeMutableRawPointer?) -> Events? {
        object.map { Unmanaged<Events>.fromOpaque($0).takeUnretainedValue() }
    }

    private func check(_ code: Int32) throws(SinkFailure) {
        if code != MOSQ_ERR_SUCCESS.code { throw failure(code) }
    }

    // MARK: - Words

    private var lost: SinkFailure {
        guard events.connected == nil else {
            return SinkFailure(
                .unreachable, "the connection to the broker was lost",
                "check the network and the broker's log, and that each machine has a device of its own")
        }
        if address.isSecure { return tlsFailure }
        return SinkFailure(
            .unreachable, "the broker closed the connection before it answered",
            "if port \(address.port) is for TLS, write mqtts:// in url; otherwise see the broker's log")
    }

    /// The library does not say what is wrong.
    private var tlsFailure: SinkFailure {
        HTTPConnection.tlsFailure(of: sink, host: address.host, port: address.port, stop: stop)
            ?? SinkFailure(
                .tls, "the broker ended the connection during TLS",
                sink.certificate == nil
                    ? "if it requires a client certificate, add certificate and key; otherwise see its log"
                    : "check that it trusts certificate; see its log")
    }

    private func failure(_ code: Int32) -> SinkFailure {
        let number = errno
        let words = String(cString: mosquitto_strerror(code))
        switch code {
        // With TLS 1.3 a broker refuses our certificate after the handshake.
        case MOSQ_ERR_ERRNO.code where address.isSecure && [EPROTO, ECONNRESET, EPIPE].contains(number): return lost
        case MOSQ_ERR_ERRNO.code:
            return SinkFailure(
                .unreachable, "no connection to the broker: \(SystemCallError.message(of: number))",
                "check the network, and whether the broker runs")
        case MOSQ_ERR_EAI.code: return BrokerAddress.failure(ofLookup: number)
        case MOSQ_ERR_TLS.code: return tlsFailure
        case MOSQ_ERR_INVAL.code, MOSQ_ERR_NOT_SUPPORTED.code:
            return SinkFailure(
                .setup, "the broker's settings are invalid: \(words)", "check authorities, certificate and key")
        case MOSQ_ERR_CONN_LOST.code, MOSQ_ERR_NO_CONN.code: return lost
        default: return SinkFailure(.unreachable, "the broker: \(words)", "check the broker's log")
        }
    }

    /// Why the broker refuses the connection, by its own codes: of 3.1.1 up to 5, of version 5 from 128 on.
    private func refusal(_ code: Int32) -> SinkFailure {
        switch code {
        case 4, 5, 134, 135, 140:
            sink.user == nil
                ? SinkFailure(
                    .unauthorized, "the broker requires a user and a password (code \(code))",
                    "add user and passwordFile")
                : SinkFailure(
                    .unauthorized, "the broker refuses the user or the password (code \(code))",
                    "check user and passwordFile")
        case 3, 136, 137, 139, 151, 159:
            SinkFailure(.server, "the broker is busy (code \(code))", "see the broker's log")
        case 1, 132:
            SinkFailure(
                .refused, "the broker does not speak MQTT \(sink.version.rawValue)", "choose the other version of MQTT")
        case 2, 133:
            SinkFailure(
                .refused, "the broker refuses the client's name \(clientID) (code \(code))", "choose another device")
        case 142:
            SinkFailure(
                .refused, "another client with the name \(clientID) took the connection over",
                "give each machine a device of its own")
        default: SinkFailure(.refused, "the broker refuses (code \(code))", "see the broker's log")
        }
    }

    /// Why the broker refuses a message.
    private func refusal(of topic: String, _ code: Int32) -> SinkFailure {
        switch code {
        case 135:
            SinkFailure(
                .unauthorized, "the broker does not let this user write to \(topic) (code 135)",
                "allow it in the broker's access rules, or correct topic and user")
        case 144: SinkFailure(.refused, "the broker refuses the topic \(topic) (code 144)", "choose another topic")
        case 149: SinkFailure(.refused, "a message is too large for the broker (code 149)", "see the broker's settings")
        default: refusal(code)
        }
    }
}

extension mosq_err_t {
    fileprivate var code: Int32 { rawValue }
}

/// Commands of a server: OwnTracks' `cmd`.
package enum RemoteCommandMessage {
    /// More is not a command.
    package static let maximumBytes = 256 << 10
    /// More of one message are not carried out.
    package static let maximumCount = 10

    /// The commands in a message, an object or an array of them: those that are allowed. Anything else is none.
    package static func commands(
        in message: [UInt8], allowed: Set<PublishSink.RemoteCommand>
    ) -> [PublishSink.RemoteCommand] {
        guard message.count <= maximumBytes, let node = JSONNode.parse(message) else { return [] }
        let objects: [JSONNode] = if case .array(let nodes) = node.value { nodes } else { [node] }
        return objects.prefix(maximumCount).compactMap { object in
            guard object["_type"]?.string == "cmd",
                let command = object["action"]?.string.flatMap(PublishSink.RemoteCommand.init(rawValue:)),
                allowed.contains(command)
            else { return nil }
            return command
        }
    }
}
