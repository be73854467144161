/// Which requests are accepted: those for this server's names that no other site's page sent.
package struct RequestRules: Sendable {
    private static let local: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    private let hosts: Set<String>
    private let address: String?

    /// Names besides this machine's own.
    package init(hosts: [String], listen: WebAddress?) {
        self.hosts = Set(hosts)
        // On the network the address is a name, too, unless the server listens on all addresses.
        address = listen.flatMap { ["0.0.0.0", "::"].contains($0.host) ? nil : Self.bare("\($0)") }
    }

    /// Why a request is refused; `nil` if it is not.
    package func refusal(of request: WebRequest) -> WebReply? {
        guard request.path.utf8.count <= 512, request.path.hasPrefix("/"), request.query != nil else {
            return .problem(400, "the address cannot be read")
        }
        // The server takes the first Host header out of the headers: what is left is a second one, which a proxy may
        // read instead.
        guard request.headers["host"] == nil else { return .problem(400, "the request has more than one Host header") }
        guard let host = request.host.map(Self.bare), isKnown(host) else {
            return .problem(421, "this server has another name; add it to hosts in web.yaml")
        }
        guard ["GET", "HEAD", "POST", "DELETE"].contains(request.method) else {
            return .problem(405, "this method does nothing here")
        }
        // Pages of other origins are refused; they could not read the reply anyway.
        if let site = request.headers["sec-fetch-site"], !["same-origin", "none"].contains(site), !isVisit(request) {
            return .problem(403, "another page asked for this")
        }
        if let origin = request.headers["origin"] {
            let name = origin.split(separator: "/", omittingEmptySubsequences: false)
            guard name.count == 3, ["http:", "https:"].contains(name[0]), name[1].isEmpty,
                name[2].lowercased() == request.host?.lowercased()
            else {
                let (page, server) = (origin.prefix(100), (request.host ?? host).prefix(100))
                return .problem(
                    403, "a page of \(page) asked \(server) for this; a proxy must pass on Host with its port")
            }
        } else if request.method != "GET", request.method != "HEAD", request.headers["authorization"] == nil {
            return .problem(403, "a browser names the page that asks (Origin); this request does not")
        }
        return nil
    }

    /// Whether the name is a loopback name of this machine: only then is the user of the connection the viewer.
    package func isLocal(_ request: WebRequest) -> Bool {
        request.host.map(Self.bare).map(Self.local.contains) ?? false
    }

    /// Whether a proxy forwarded the request: it names its client in a header.
    package static func isForwarded(_ request: WebRequest) -> Bool {
        ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"]
            .contains { request.headers[$0] != nil }
    }

    /// A link on another site may open the page, which contains no data by itself.
    private func isVisit(_ request: WebRequest) -> Bool {
        request.method == "GET" && request.path == "/" && request.headers["sec-fetch-mode"] == "navigate"
    }

    private func isKnown(_ host: String) -> Bool {
        Self.local.contains(host) || hosts.contains(host) || host == address
    }

    /// A host without its port, in lower case.
    private static func bare(_ host: String) -> String {
        let host = host.lowercased()
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            let rest = host[host.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") && rest.dropFirst().allSatisfy(\.isNumber) else { return "" }
            return String(host[...end])
        }
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.count < 2 || parts[1].allSatisfy(\.isNumber) else { return "" }
        return String(parts.first ?? "")
    }
}
