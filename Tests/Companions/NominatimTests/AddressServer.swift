import Foundation
import Subprocess
import Testing

/// An address server on the loopback, in Python, that answers by a script and notes what it was asked.
enum AddressServer {
    struct Request: Decodable, Equatable {
        var uri: String
        var headers: [String: String]
    }

    enum Answer: Sendable, CustomTestStringConvertible {
        case json(String)
        case status(Int)
        /// Another place for the same question.
        case moved(Int, to: String)
        /// A body without end.
        case endless
        /// Headers without end.
        case endlessHeaders
        /// Less than it announced.
        case short
        /// Something that is not HTTP.
        case banner
        /// Takes the question and says nothing.
        case silence
        /// Takes the connection and says nothing, not even in a handshake.
        case deaf

        fileprivate var arguments: [String] {
            switch self {
            case .json(let text): ["json", text]
            case .status(let code): ["status", "\(code)"]
            case .moved(let code, let place): ["moved", "\(code)", place]
            case .endless: ["endless"]
            case .endlessHeaders: ["endlessHeaders"]
            case .short: ["short"]
            case .banner: ["banner"]
            case .silence: ["silence"]
            case .deaf: ["deaf"]
            }
        }

        var testDescription: String { String(arguments.joined(separator: " ").prefix(40)) }
    }

    /// Serves while a closure runs.
    /// - Parameter certificate: A file with its certificate and key, for TLS; without it the server speaks in the
    ///   clear.
    /// - Returns: What it was asked.
    @discardableResult
    static func with(
        _ answer: Answer, certificate: String? = nil, _ body: @Sendable (_ port: Int) async throws -> Void
    ) async throws -> [Request] {
        let result = try await Subprocess.run(
            .name("python3"), arguments: Arguments(["-c", program, certificate ?? ""] + answer.arguments), input: .none,
            output: .sequence, error: .combinedWithOutput
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            let first = try await lines.next() ?? ""
            let port = try #require(Int(first.trimmingCharacters(in: .whitespacesAndNewlines)), "\(first)")
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await body(port))
            } catch {
                outcome = .failure(error)
            }
            try execution.send(signal: .terminate)
            var asked: [Request] = []
            while let line = try await lines.next() {
                asked.append(try JSONDecoder().decode(Request.self, from: Data(line.utf8)))
            }
            try outcome.get()
            return asked
        }
        return result.closureResult
    }

    private static let program = """
        import json, os, signal, socket, socketserver, ssl, sys, threading
        certificate, kind, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
        forever = threading.Event()
        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                if kind == "deaf": forever.wait()
                if certificate:
                    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                    context.load_cert_chain(certificate)
                    self.connection = context.wrap_socket(self.connection, server_side=True)
                    self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb")
                elif self.connection.recv(1, socket.MSG_PEEK) == b"\\x16":
                    # A handshake of TLS, and nobody here speaks it.
                    self.connection.recv(65536)
                    return self.wfile.write(b"HTTP/1.1 400 no TLS\\r\\n\\r\\n")
                words = self.rfile.readline().decode().split(" ")
                if len(words) != 3: return
                headers = {}
                while (line := self.rfile.readline().decode("latin-1").strip()):
                    name, _, value = line.partition(":")
                    headers[name] = value.strip()
                print(json.dumps({"uri": words[1], "headers": headers}), flush=True)
                if kind == "silence": forever.wait()
                if kind == "banner": return self.wfile.write(b"SSH-2.0-OpenSSH_9.2\\r\\n")
                status, more, body = "200", "", b"there"
                if kind == "json": body = rest[0].encode()
                if kind == "status": status = rest[0]
                if kind == "moved": status, more = rest[0], "Location: %s\\r\\n" % rest[1]
                def say(bytes):
                    self.wfile.write(bytes)
                    self.wfile.flush()
                say(("HTTP/1.1 %s words\\r\\n%s" % (status, more)).encode())
                while kind == "endlessHeaders": say(b"X: %s\\r\\n" % (b"x" * 1000))
                if kind == "endless":
                    say(b"\\r\\n")
                    while True: say(b"x" * 65536)
                say(b"Content-Length: %d\\r\\n\\r\\n" % (len(body) + (1 if kind == "short" else 0)))
                say(body)
        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            def handle_error(self, request, address): pass
        server = Server(("127.0.0.1", 0), Handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """
}
