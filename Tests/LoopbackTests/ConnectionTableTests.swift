import Testing

@testable import Loopback

/// Whose a TCP connection is, by the kernel's tables.
struct ConnectionTableTests {
    private static let four = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000   105        0 22045 1 0000000000000000 100 0
           1: 0100007F:0B83 0100007F:9C40 01 00000000:00000000 00:00000000 00000000   105        0 31 1 0000000000000000 20 4
           2: 0100007F:9C40 0100007F:0B83 01 00000000:00000000 00:00000000 00000000  1000        0 32 1 0000000000000000 20 4
           3: 0100007F:9C41 0100007F:0B83 06 00000000:00000000 03:000017A0 00000000     0        0 0 3 0000000000000000
           4: 0100007F:9C42 0100007F:0B83 05 00000000:00000000 03:000017A0 00000000     0        0 0 3 0000000000000000
           5: 0100007F:9C43 0100007F:0B83 01 00000000:00000000 00:00000000 00000000     0        0 0 1 0000000000000000 20 4
           6: 0100007F:9C44 0100007F:0B83 01 00000000:00000000 00:00000000 00000000 65534        0 35 1 0000000000000000 20 4
        """
    private static let six = """
          sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0000000000000000FFFF00000100007F:9C45 0000000000000000FFFF00000100007F:0B83 01 00000000:00000000 00:00000000 00000000  1001        0 36 1 0000000000000000 20 4
           1: 00000000000000000000000001000000:9C46 00000000000000000000000001000000:0B83 01 00000000:00000000 00:00000000 00000000  1002        0 37 1 0000000000000000 20 4
        """

    private func loopback(_ port: UInt16) throws -> ConnectionTable.Endpoint {
        try #require(ConnectionTable.Endpoint(address: [127, 0, 0, 1], port: port))
    }

    @Test func theOtherEndIsTheUserOfItsSocket_NotOfOurs() throws {
        let table = ConnectionTable(Array(Self.four.utf8))
        #expect(table.user(of: try loopback(40_000), connectedTo: try loopback(2947)) == 1000)
        #expect(table.user(of: try loopback(2947), connectedTo: try loopback(40_000)) == 105)
    }

    @Test(arguments: [40_001, 40_002, 40_003, 40_004, 39_999] as [UInt16])
    func whoIsNotKnownForSureIsNobody(_ port: UInt16) throws {
        #expect(
            ConnectionTable(Array(Self.four.utf8)).user(of: try loopback(port), connectedTo: try loopback(2947)) == nil)
    }

    @Test func programsThatSpeakIPv6AreFound() throws {
        let table = ConnectionTable(Array(Self.six.utf8))
        #expect(table.user(of: try loopback(40_005), connectedTo: try loopback(2947)) == 1001)
        let local = [UInt8](repeating: 0, count: 15) + [1]
        let peer = try #require(ConnectionTable.Endpoint(address: local, port: 40_006))
        let own = try #require(ConnectionTable.Endpoint(address: local, port: 2947))
        #expect(table.user(of: peer, connectedTo: own) == 1002)
    }

    @Test func aPortThatOnlyBeginsLikeItIsAnother() throws {
        let other = Self.four.replacing("0100007F:0B83 01 ", with: "0100007F:0B831 01 ")
        #expect(
            ConnectionTable(Array(other.utf8)).user(of: try loopback(40_000), connectedTo: try loopback(2947)) == nil)
    }

    @Test(arguments: ["", "\n\n", "a b c d e f g h i j", "0: x:y z:w 01 0 0 0 1000 0 5", ": : 01"])
    func nonsenseIsNobody(_ text: String) throws {
        #expect(ConnectionTable(Array(text.utf8)).user(of: try loopback(1), connectedTo: try loopback(2)) == nil)
    }
}
