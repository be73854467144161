import Testing

@testable import SystemSupport

/// Whose TCP connections are, by the kernel's tables.
struct ConnectionSearchTests {
    private static let four = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000   105        0 22045 1 0000000000000000 100 0
           1: 0100007F:0B83 0100007F:9C40 01 00000000:00000000 00:00000000 00000000   105        0 31 1 0000000000000000 20 4
           2: 0100007F:9C40 0100007F:0B83 01 00000000:00000000 00:00000000 00000000  1000        0 32 1 0000000000000000 20 4
           3: 0100007F:9C41 0100007F:0B83 06 00000000:00000000 03:000017A0 00000000     0        0 0 3 0000000000000000
           4: 0100007F:9C42 0100007F:0B83 05 00000000:00000000 03:000017A0 00000000  1000        0 0 3 0000000000000000
           5: 0100007F:9C43 0100007F:0B83 01 00000000:00000000 00:00000000 00000000     0        0 0 1 0000000000000000 20 4
           6: 0100007F:9C44 0100007F:0B83 01 00000000:00000000 00:00000000 00000000 65534        0 35 1 0000000000000000 20 4
           7: 0100007F:9C47 0100007F:0B83 05 00000000:00000000 00:00000000 00000000  1003        0 38 1 0000000000000000 20 4
           8: 0100007F:9C48 0100007F:0B83 04 00000000:00000000 00:00000000 00000000  1004        0 39 1 0000000000000000 20 4
           9: 0100007F:9C49 0100007F:0B83 08 00000000:00000000 00:00000000 00000000  1005        0 40 1 0000000000000000 20 4
        """
    private static let six = """
          sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0000000000000000FFFF00000100007F:9C45 0000000000000000FFFF00000100007F:0B83 01 00000000:00000000 00:00000000 00000000  1001        0 36 1 0000000000000000 20 4
           1: 00000000000000000000000001000000:9C46 00000000000000000000000001000000:0B83 01 00000000:00000000 00:00000000 00000000  1002        0 37 1 0000000000000000 20 4
        """

    /// A connection between two ports of 127.0.0.1.
    private func connection(from remote: UInt16, to local: UInt16 = 2947) throws -> TCPConnection {
        TCPConnection(
            from: try #require(TCPEndpoint(address: [127, 0, 0, 1], port: remote)),
            to: try #require(TCPEndpoint(address: [127, 0, 0, 1], port: local)))
    }

    private func users(of connections: [TCPConnection], in tables: [String], pieces: Int = .max) -> [TCPConnection:
        UInt32]
    {
        var search = ConnectionSearch(connections)
        for table in tables {
            let bytes = Array(table.utf8)
            for start in stride(from: 0, to: bytes.count, by: min(pieces, max(bytes.count, 1))) {
                bytes[start..<min(start + min(pieces, bytes.count), bytes.count)].withUnsafeBytes { search.take($0) }
            }
            search.endTable()
        }
        return search.users
    }

    @Test func `The other end is the user of its socket, not of ours`() throws {
        let (theirs, ours) = (try connection(from: 40_000), try connection(from: 2947, to: 40_000))
        #expect(users(of: [theirs, ours], in: [Self.four]) == [theirs: 1000, ours: 105])
    }

    @Test func `A program that sends no more is still its user's`() throws {
        let connections = [try connection(from: 40_007), try connection(from: 40_008)]
        #expect(users(of: connections, in: [Self.four]) == [connections[0]: 1003, connections[1]: 1004])
    }

    @Test(arguments: [40_001, 40_002, 40_003, 40_004, 40_009, 39_999] as [UInt16])
    func `Who is not known for sure is nobody`(_ port: UInt16) throws {
        #expect(users(of: [try connection(from: port)], in: [Self.four]).isEmpty)
    }

    @Test func `Programs that speak IPv6 are found`() throws {
        let local = [UInt8](repeating: 0, count: 15) + [1]
        let six = TCPConnection(
            from: try #require(TCPEndpoint(address: local, port: 40_006)),
            to: try #require(TCPEndpoint(address: local, port: 2947)))
        let mapped = try connection(from: 40_005)
        #expect(users(of: [six, mapped], in: [Self.six]) == [six: 1002, mapped: 1001])
    }

    @Test(arguments: [1, 2, 7, 150, 4096]) func `A table may come in pieces`(_ length: Int) throws {
        let connections = try [40_000, 40_001, 40_005, 40_007].map { try connection(from: $0) }
        let found = users(of: connections, in: [Self.four, Self.six], pieces: length)
        #expect(found == [connections[0]: 1000, connections[2]: 1001, connections[3]: 1003])
    }

    @Test func `A port that only begins like it is another`() throws {
        let other = Self.four.replacing("0100007F:0B83 01 ", with: "0100007F:0B831 01 ")
        #expect(users(of: [try connection(from: 40_000)], in: [other]).isEmpty)
    }

    @Test(arguments: [3, 4096]) func `A line without end is not kept`(_ pieces: Int) throws {
        let long = Self.four.replacing("20 4\n", with: String(repeating: " ", count: 1000) + "\n")
        let connections = [try connection(from: 40_000), try connection(from: 40_007)]
        #expect(users(of: connections, in: [long], pieces: pieces).isEmpty)
        #expect(users(of: connections, in: [long, Self.four], pieces: pieces).count == 2)
    }

    @Test(arguments: ["", "\n\n", "a b c d e f g h i j", "0: x:y z:w 01 0 0 0 1000 0 5", ": : 01", ":"])
    func `Nonsense is nobody`(_ text: String) throws {
        #expect(users(of: [try connection(from: 1, to: 2)], in: [text]).isEmpty)
    }
}
