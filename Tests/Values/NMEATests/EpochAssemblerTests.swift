import NMEA
import Testing

/// Sentences of one epoch as receivers write them.
private struct Feed {
    var time: String
    var latitude = "4730.0000"
    var date = "211126"

    var rmc: String { line("GPRMC,\(time),A,\(latitude),N,00830.0000,E,10.0,45.0,\(date),,,A") }
    var void: String { line("GPRMC,\(time),V,,,,,,,\(date),,,N") }
    var gga: String { gga() }
    var noGGA: String { line("GPGGA,\(time),,,,,0,00,99.99,,,,,,") }
    var gll: String { line("GPGLL,\(latitude),N,00830.0000,E,\(time),A,A") }
    var gsa: String { gsa(dimensions: 3) }
    var vtg: String { line("GPVTG,90.0,T,,M,5.0,N,9.3,K,A") }
    var gst: String { line("GPGST,\(time),,3.0,3.0,0.0,3.0,3.0,5.0") }
    var zda: String { line("GPZDA,\(time),21,11,2026,00,00") }

    func gga(quality: Int = 1, hdop: String = "0.9") -> String {
        line("GPGGA,\(time),\(latitude),N,00830.0000,E,\(quality),08,\(hdop),450.0,M,47.0,M,,")
    }

    func gsa(dimensions: Int) -> String { line("GPGSA,A,\(dimensions),01,02,03,04,,,,,,,,,1.8,0.9,1.5") }
}

/// 2026-11-21T00:00:00Z in milliseconds.
private let midnight: Int64 = 1_795_219_200_000

@Suite struct EpochAssemblerTests {
    @Test func `Sentences of one time are one fix`() throws {
        let feed = Feed(time: "060000.00")
        let epochs = reports((feed.rmc + feed.vtg + feed.gga + feed.gsa + feed.gll + feed.gst).utf8).epochs
        let epoch = try #require(epochs.first)
        #expect(epochs.count == 1)
        #expect(epoch.mode == .fix3D && epoch.time == midnight + 6 * 3_600_000 && epoch.dateSource == .receiver)
        #expect(epoch.position?.latitude == 47.5 && epoch.position?.longitude == 8.5)
        #expect(epoch.altitude == 450 && epoch.ellipsoidalAltitude == 497)
        #expect(epoch.course == 45 && epoch.satellitesUsed == 8 && epoch.hdop == 0.9 && epoch.vdop == 1.5)
        #expect(epoch.gst?.altitude == 5)
    }

    @Test func `The receiver's own warnings come with the next fix`() {
        func warnings(_ sentences: String...) -> ReceptionWarnings? {
            let feed = Feed(time: "060000.00")
            return reports((sentences.map(line).joined() + feed.rmc + feed.gga).utf8).epochs.first?.warnings
        }
        let none = warnings()
        #expect(none?.isJammed == false && none?.hasGoodAntenna == nil)
        #expect(warnings("GNTXT,01,01,02,ANTSTATUS=OK")?.hasGoodAntenna == true)
        let bad = warnings("GPTXT,01,01,01,ANTENNA OK", "GNTXT,01,01,02,ANTSTATUS=OPEN")
        #expect(bad?.hasGoodAntenna == false && bad?.isJammed == false)
        let both = warnings("GPTXT,01,01,01,ANTENNA SHORT", "PMTKSPF,2")
        #expect(both?.hasGoodAntenna == false && both?.isJammed == true)
        #expect(
            warnings("PMTKSPF,3", "PMTKSPF,1", "GNTXT,01,01,02,ANTSTATUS=DONTKNOW", "GNTXT,01,01,02,SPG 4.04") == none)
    }

    /// How many epochs have been reported after each sentence.
    private func counts(_ sentences: [String]) -> [Int] {
        var decoder = NMEADecoder()
        var count = 0
        return sentences.map { sentence in
            count += decoder.reports(sentence).epochs.count
            return count
        }
    }

    @Test func `Sentences of another time are counted as refused`() {
        var decoder = NMEADecoder()
        var epochs = 0
        // GLL in local time, two hours ahead.
        for second in 10..<30 {
            let (dated, local) = (Feed(time: "0600\(second).00"), Feed(time: "0800\(second).00"))
            epochs += decoder.reports(dated.rmc + dated.gga + local.gll).epochs.count
        }
        decoder.finish { if case .epoch = $0 { epochs += 1 } }
        #expect(epochs == 20)
        #expect(
            decoder.statistics.notableRefusals
                == "20 with another time than the dated ones (let the receiver send no GLL; of two receivers, let only one pass), 40 accepted"
        )
        var clean = NMEADecoder()
        for second in 10..<30 {
            let feed = Feed(time: "0600\(second).00")
            _ = clean.reports(feed.rmc + feed.gga + feed.gll)
        }
        clean.finish { _ in }
        #expect(clean.statistics.refused == "")
    }

    @Test(arguments: [
        ("GPDTM,W84,,0.0,N,0.0,E,0.0,W84", nil), ("PGRMM,WGS 84", nil), ("PGRMM,NAD83", nil), ("GPDTM,,,,,,,,", nil),
        ("GPDTM,999,,0000.0512,N,00000.0841,E,-00046.5,W84", "999"), ("PGRMM,Tokyo", "Tokyo"), ("PGRMM", nil),
    ])
    func `Another datum is said`(_ sentence: String, _ datum: String?) {
        var decoder = NMEADecoder()
        let feed = Feed(time: "060000")
        _ = decoder.reports(feed.rmc + line(sentence) + feed.gga)
        #expect(
            decoder.statistics.notableRefusals
                == datum.map { "positions are in the datum \($0) (set the receiver to WGS 84)" })
        // Set to WGS 84 it is right again.
        _ = decoder.reports(line("PGRMM,WGS 84"))
        #expect(decoder.statistics.notableRefusals == nil)
    }

    @Test(arguments: [("4730.0000", false), ("4730.0030", false), ("4730.1000", true)])
    func `Two receivers on a line are said`(_ latitude: String, _ areTwo: Bool) {
        var decoder = NMEADecoder()
        for second in 10..<30 {
            let (one, other) = (Feed(time: "0600\(second)"), Feed(time: "0600\(second)", latitude: latitude))
            _ = decoder.reports(one.rmc + one.gga + other.rmc + other.gga)
        }
        #expect(
            decoder.statistics.notableRefusals
                == (areTwo ? "20 other positions at one time (of two receivers on the line, let only one pass)" : nil))
    }

    @Test func `The end of the cycle is learned from the first epoch`() {
        let feeds = (0..<4).map { Feed(time: "06000\($0)") }
        // Not with the first epoch, whose end is known only at the second; from then on with the last sentence.
        #expect(counts(feeds.flatMap { [$0.rmc, $0.gga, $0.gsa] }) == [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4])
        #expect(counts(feeds.flatMap { [$0.gga, $0.rmc] }) == [0, 0, 1, 2, 2, 3, 3, 4])
    }

    @Test func `Nothing waits for what tells nothing new`() {
        let feeds = (0..<3).map { Feed(time: "06000\($0)") }
        // VTG behind RMC, GLL behind either, ZDA: the fix is complete before they come.
        #expect(
            counts(feeds.flatMap { [$0.gga, $0.rmc, $0.vtg, $0.gll, $0.zda] }).suffix(10) == [
                1, 2, 2, 2, 2, 2, 3, 3, 3, 3,
            ])
    }

    @Test func `A sentence that comes now and then delays no fix`() {
        let feeds = (0..<9).map { Feed(time: "06000\($0)") }
        let counted = counts(feeds.flatMap { [$0.gga, $0.rmc] + ($0.time.hasSuffix("4") ? [$0.gst] : []) })
        // Each RMC from the second on completes its epoch; the fifth epoch's GST is late.
        #expect(counted == [0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 9])
    }

    @Test func `After the first fixes the end is known again`() {
        // GLL tells something only where there is no position: it ended the epochs until now.
        let void = (0..<6).map { second in
            let feed = Feed(time: "05595\(second)")
            return feed.void + feed.noGGA + line("GPGLL,,,,,\(feed.time),V,N")
        }
        let feeds = (0..<4).map { Feed(time: "06000\($0)") }
        let counted = counts([void.joined()] + feeds.flatMap { [$0.rmc, $0.gga, $0.gll] })
        #expect(counted == [6, 6, 6, 6, 7, 7, 7, 8, 9, 9, 9, 10, 10])
    }

    @Test func `When the learned end fails the next epoch flushes`() {
        let feeds = (0..<4).map { Feed(time: "06000\($0)") }
        let sentences = [
            feeds[0].gga, feeds[0].rmc, feeds[1].gga, feeds[1].rmc, feeds[2].gga, feeds[3].gga, feeds[3].rmc,
        ]
        #expect(counts(sentences) == [0, 0, 1, 2, 2, 3, 4])
    }

    @Test func `The last position of a time wins`() {
        // A plotter's RMC carries the position of a second ago under the new time.
        let text = (0..<5).map { second in
            Feed(time: "06000\(second)", latitude: "473\(second).0000").rmc
                + Feed(time: "06000\(second)", latitude: "473\(second).0010").gga
                + Feed(time: "06000\(second)", latitude: "473\(second).0012").gll
        }.joined()
        let minutes = reports(text.utf8).epochs.map { (($0.position?.latitude ?? 0) - 47) * 60 }
        #expect(minutes.count == 5)
        // From the second on it is known that GLL has news; the first had no one to flush it before.
        for (second, minute) in minutes.enumerated() { #expect(abs(minute - (30 + Double(second) + 0.0012)) < 1e-6) }
    }

    @Test func `Times that are rounded differently are one`() {
        let text = Feed(time: "200619.295").gll + Feed(time: "200619.30").gga + Feed(time: "200619.3").rmc
        #expect(reports(text.utf8).epochs.map(\.timeOfDay?.milliseconds) == [72_379_300])
        let fast = (0..<20).map { Feed(time: "060000.\($0 < 2 ? "0" : "")\($0 * 5)").gga }.joined()
        #expect(reports(fast.utf8).epochs.count == 20)
    }

    @Test func `No sentence may deny`() {
        let feed = Feed(time: "060000")
        for text in [feed.void + feed.gga, feed.rmc + feed.noGGA, feed.void, feed.noGGA] {
            let epochs = reports(text.utf8).epochs
            #expect(epochs.map(\.mode) == [.none] && epochs.first?.position == nil)
        }
        #expect(reports(feed.zda.utf8).epochs == [])
    }

    @Test func `A second receiver without a position denies nothing`() throws {
        // A multiplexer on a boat: the transponder's own receiver has no view of the sky.
        let feeds = (0..<6).map { Feed(time: "06000\($0)") }
        let nameless = line("GPRMC,,V,,,,,,,,,,N")
        let orders: [(Feed) -> String] = [
            { $0.gga + $0.rmc + $0.void + $0.noGGA }, { $0.void + $0.noGGA + $0.gga + $0.rmc },
            { $0.noGGA + $0.gga + $0.rmc }, { $0.gga + nameless + $0.rmc + $0.noGGA },
        ]
        for order in orders {
            let epochs = reports(feeds.map(order).joined().utf8).epochs.filter { $0.mode != .none }
            #expect(epochs.map(\.timeOfDay?.milliseconds) == (0..<6).map { 21_600_000 + $0 * 1000 })
            let isWhole = epochs.allSatisfy {
                $0.mode == .fix3D && $0.speed != nil && $0.hdop != nil && $0.satellitesUsed == 8
                    && $0.status == .autonomous
            }
            #expect(isWhole)
        }
    }

    @Test(arguments: ["AI", "II", "EC"]) func `An instrument without a position denies nothing`(_ talker: String) {
        // A receiver that sends no RMC, and a transponder without a view of the sky, whose clock may be another.
        let feeds = (0..<6).map { Feed(time: "06000\($0).00", latitude: "473\($0).0000") }
        let voids: [(Feed) -> String] = [
            { line("\(talker)RMC,\($0.time),V,,,,,,,211126,,,N") }, { _ in line("\(talker)RMC,,V,,,,,,,,,,N") },
            { line("\(talker)RMC,1700\($0.time.dropFirst(4)),V,,,,,,,010180,,,N") },
            { line("\(talker)GNS,\($0.time),,,,,NN,00,99.99,,,,,V") },
        ]
        for void in voids {
            let orders: [(Feed) -> String] = [{ $0.gga + $0.gll + void($0) }, { void($0) + $0.gga + $0.gll }]
            for order in orders {
                let epochs = reports(feeds.map(order).joined().utf8).epochs.filter { $0.mode != .none }
                #expect(epochs.map(\.timeOfDay?.milliseconds) == (0..<6).map { 21_600_000 + $0 * 1000 })
            }
        }
        // What it claims itself it denies, and a receiver's denial counts beside it.
        let own = line("\(talker)GLL,4730.0000,N,00830.0000,E,060000.00,A,A")
        for void in [voids[0](feeds[0]), feeds[0].void] {
            #expect(reports((own + void).utf8).epochs.map(\.mode) == [.none])
        }
    }

    @Test(arguments: [1, 2, 5]) func `An instrument that is the only receiver says when it has no position`(_ rate: Int)
    {
        let valid = [true, true, true, false, false, false, true, true, false, false, true]
        for hasGLL in [false, true] {
            var text = ""
            for (index, isValid) in valid.enumerated() {
                let digits = "\(10_000 + 100 * index / rate)".dropFirst()
                let time = "0600\(digits.prefix(2)).\(digits.suffix(2))"
                let place = isValid ? "4730.0000,N,00830.0000,E" : ",,,"
                let (status, mode) = isValid ? ("A", "A") : ("V", "N")
                text += line("IIRMC,\(time),\(status),\(place),,,211126,,,\(mode)")
                if hasGLL { text += line("IIGLL,\(place),\(time),\(status),\(mode)") }
            }
            let epochs = reports(text.utf8).epochs
            #expect(epochs.map { $0.mode != .none } == valid)
            let times = valid.indices.map { 21_600_000 + $0 * 1000 / rate }
            #expect(epochs.map { Int($0.timeOfDay?.milliseconds ?? 0) } == times)
        }
    }

    @Test func `The best status of a solution counts`() {
        // RMC has no letters for RTK before NMEA 4.1.
        let rmc = line("GNRMC,060000.00,A,4730.0000,N,00830.0000,E,3.2,92.3,211126,,,D")
        let best: [Int: FixStatus] = [
            1: .differential, 2: .differential, 3: .precise, 4: .realTimeKinematic, 5: .floatRealTimeKinematic,
            6: .differential,
        ]
        for (quality, status) in best {
            let gga = Feed(time: "060000.00").gga(quality: quality)
            #expect(reports((rmc + gga).utf8).epochs.map(\.status) == [status])
            if quality != 6 { #expect(reports((gga + rmc).utf8).epochs.map(\.status) == [status]) }
        }
    }

    @Test func `Receivers that take turns are waited for until the other begins`() {
        // Two on one line, half a second apart, whose sentences come in other orders, or not all of them.
        let others: [(Feed) -> String] = [
            { $0.void + $0.noGGA }, { $0.rmc + $0.gga }, { $0.rmc }, { $0.void }, { $0.gga },
        ]
        let orders: [(Feed) -> String] = [{ $0.gga + $0.rmc }, { $0.rmc + $0.gga }]
        for order in orders {
            for other in others {
                let text = (0..<9).map { order(Feed(time: "06000\($0).0")) + other(Feed(time: "06000\($0).5")) }
                let epochs = reports(text.joined().utf8).epochs
                #expect(epochs.count == 18)
                let first = epochs.filter { ($0.timeOfDay?.milliseconds ?? 0) % 1000 == 0 }
                #expect(first.count == 9 && first.allSatisfy { $0.altitude == 450 && $0.speed != nil })
            }
        }
    }

    @Test func `The counts of each system are not that of all`() throws {
        // NMEA 0183: behind GNGNS one for each system, with neither mode nor position.
        let text =
            line("GNGNS,060000.00,4730.0000,N,00830.0000,E,RR,13,0.9,450.0,47.0,,")
            + line("GPGNS,060000.00,,,,,,8,,,,1.0,23") + line("GLGNS,060000.00,,,,,,5,1.1,,,1.0,23")
        let epoch = try #require(reports(text.utf8).epochs.first)
        #expect(epoch.satellitesUsed == 13 && epoch.hdop == 0.9 && epoch.status == .realTimeKinematic)
    }

    @Test func `A position from no satellites is none`() {
        let empty = line("GPGGA,060000,4730.0000,N,00830.0000,E,1,00,3.3,10.8,M,-33.3,M,,")
        #expect(reports(empty.utf8).epochs.map(\.mode) == [.none])
        #expect(reports((empty + Feed(time: "060000").rmc).utf8).epochs.first?.position != nil)
        // Dead reckoning needs none.
        let reckoned = line("GPGGA,060000,4730.0000,N,00830.0000,E,6,00,3.3,10.8,M,-33.3,M,,")
        #expect(reports(reckoned.utf8).epochs.map(\.mode) == [.fix3D])
        #expect(reports(reckoned.utf8).epochs.first?.status == .estimated)
    }

    @Test func `A malformed position is claimed and absent`() throws {
        let text = line("GPRMC,060000,A,47-1.-3,N,00830.0000,E,10.0,45.0,211126,,,A")
        let epoch = try #require(reports(text.utf8).epochs.first)
        #expect(epoch.mode == .fix2D && epoch.position == nil)
    }

    @Test func `GSA tells the dimensions`() throws {
        let feed = Feed(time: "060000")
        let flat = feed.gsa(dimensions: 2)
        let epoch = try #require(reports((feed.gga + flat).utf8).epochs.first)
        // The altitude of a 2D solution is an old one.
        #expect(epoch.mode == .fix2D && epoch.altitude == nil && epoch.vdop == nil)
        #expect(reports((feed.gga + flat + feed.gst).utf8).epochs.first?.gst?.altitude == nil)
        #expect(reports(feed.rmc.utf8).epochs.first?.mode == .fix2D)
        #expect(reports(feed.gga.utf8).epochs.first?.mode == .fix3D)
        // Sent every fifth time it holds for ten seconds.
        let text = feed.gga + flat + (1..<13).map { Feed(time: "0600\($0 < 10 ? "0" : "")\($0)").gga }.joined()
        #expect(reports(text.utf8).epochs.map(\.mode) == Array(repeating: .fix2D, count: 11) + [.fix3D, .fix3D])
    }

    @Test func `GSA holds across midnight`() {
        let feed = Feed(time: "235956")
        let times = ["235957", "235958", "235959"] + (0..<9).map { "00000\($0)" }
        let text = feed.gga + feed.gsa(dimensions: 2) + times.map { Feed(time: $0).gga }.joined()
        #expect(reports(text.utf8).epochs.map(\.mode) == Array(repeating: .fix2D, count: 11) + [.fix3D, .fix3D])
    }

    @Test func `Positions without a time are epochs without a time`() {
        let text = String(
            repeating: line("ECGLL,4730.0000,N,00830.0000,E") + line("SDDBT,30.9,f,9.4,M,5.1,F"), count: 3)
        let epochs = reports(text.utf8).epochs
        #expect(epochs.count == 3)
        #expect(epochs.allSatisfy { $0.time == nil && $0.timeOfDay == nil && $0.position != nil })
    }

    @Test func `A receiver that gains a time begins an epoch`() {
        let lost = line("GPGGA,,,,,,0,,,,,,,") + line("GPGLL,,,,,,V,N")
        let epochs = reports((lost + Feed(time: "060000").rmc).utf8).epochs
        #expect(epochs.map(\.mode) == [.none, .fix2D])
    }

    @Test func `The receiver's errors are those of its epoch`() throws {
        let feed = Feed(time: "060000")
        func epoch(_ text: String) throws -> Epoch { try #require(reports(text.utf8).epochs.first) }
        #expect(try epoch(feed.gga).hdop == 0.9 && epoch(feed.gga).status == .autonomous)
        #expect(try epoch(feed.gga(quality: 2)).status == .differential)
        #expect(try epoch(feed.gga + feed.gst).gst?.latitude == 3)
        #expect(try epoch(feed.gst + feed.gga).gst?.semiMajor == 3)
        let garmin = try epoch(feed.gga + line("PGRME,10.0,M,20.0,M,22.0,M"))
        #expect(garmin.pgrme?.horizontal == 10 && garmin.pgrme?.vertical == 20)
        let text = feed.rmc + line("PUBX,00,060000,4730.0,N,00830.0,E,500,G3,2.1,2.0,0,0,0,,0.9,1.1,1,9,0,0")
        let blox = try epoch(text)
        #expect(blox.horizontalAccuracy == 2.1 && blox.verticalAccuracy == 2 && blox.hdop == 0.9 && blox.vdop == 1.1)
        let sirf = line("PSRFEPE,060000,A,0.9,6.8,10.7,0.2,180.0")
        for text in [sirf + feed.gga, feed.gga + sirf + feed.rmc, feed.rmc + sirf + feed.gga] {
            let accuracy = try epoch(text)
            #expect(accuracy.horizontalAccuracy == 6.8 && accuracy.verticalAccuracy == 10.7)
        }
        #expect(try epoch(line("PSRFEPE,055959,A,0.9,6.8,10.7,0.2,180.0") + feed.gga).horizontalAccuracy == nil)
        // Another epoch's statistics are not this one's.
        #expect(try epoch(Feed(time: "055959").gst + feed.gga).gst == nil)
        let bare = try epoch(feed.rmc)
        #expect(bare.gst == nil && bare.pgrme == nil && bare.horizontalAccuracy == nil && bare.hdop == nil)
        // No receiver with a good position has such a dilution.
        for dilution in [50, 75.5, 99.99, 655.35] {
            #expect(reports(feed.gga(hdop: "\(dilution)").utf8).epochs.map(\.hdop) == [dilution])
        }
        #expect(reports(feed.gga(hdop: "0").utf8).epochs.map(\.hdop) == [nil])
    }

    @Test func `Satellites that come twice count once`() {
        let feed = Feed(time: "060000")
        let gps = line("GNGSA,A,3,05,07,,,,,,,,,,,1.8,0.9,1.5,1")
        let others = line("GNGSA,A,3,05,07,,,,,,,,,,,1.8,0.9,1.5,3") + line("GNGSA,A,3,72,,,,,,,,,,,,1.8,0.9,1.5,2")
        for text in [gps + others, gps + others + gps + others, gps + gps + others] {
            #expect(reports((feed.rmc + text).utf8).epochs.map(\.satellitesUsed) == [5])
        }
        // A recording that begins amid an epoch: the next GGA waits for its RMC.
        let next = Feed(time: "060001")
        let text = gps + feed.rmc + next.gll + gps + next.rmc
        #expect(reports(text.utf8).epochs.first?.satellitesUsed == 2)
    }

    @Test func `Satellites of all systems are one view`() throws {
        let feeds = (0..<2).map { Feed(time: "06000\($0)") }
        let satellites =
            line("GNGSA,A,3,05,07,,,,,,,,,,,1.8,0.9,1.5,1") + line("GNGSA,A,3,72,,,,,,,,,,,,1.8,0.9,1.5,2")
            + line("GPGSV,2,1,05,05,45,120,40,07,30,200,35,09,10,010,,13,05,300,20,1")
            + line("GPGSV,2,2,05,40,20,150,30,1")
            + line("GPGSV,1,1,01,05,45,120,44,8") + line("GLGSV,1,1,01,72,60,020,38,1")
            + line("GAGSV,1,1,01,05,60,020,38,7")
        let text = feeds[0].rmc + feeds[0].gga + satellites + feeds[1].rmc
        let sky = try #require(reports(text.utf8).skies.first)
        #expect(sky.satellites.map(\.number) == [5, 7, 9, 13, 40, 72, 5])
        #expect(sky.satellites.map(\.system) == [.gps, .gps, .gps, .gps, .sbas, .glonass, .galileo])
        #expect(sky.satellites.map(\.isUsed) == [true, true, false, false, false, true, false])
        #expect(sky.satellites[0].signalStrength == 44 && sky.hdop == 0.9 && sky.time == midnight + 6 * 3_600_000)
    }

    @Test func `A view with a hole is none`() {
        let feed = Feed(time: "060000")
        let hole = line("GPGSV,3,1,12,05,45,120,40") + line("GPGSV,3,3,12,07,45,120,40")
        #expect(reports((feed.rmc + hole).utf8).skies.isEmpty)
        #expect(reports((feed.rmc + line("GPGSV,3,3,12,07,45,120,40")).utf8).skies.isEmpty)
    }

    @Test func `Headings come at once`() {
        #expect(reports(line("GPHDT,90.5,T").utf8).headings.map(\.trueHeading) == [90.5])
        #expect(reports(line("GPHDT,,T").utf8).headings.isEmpty)
    }

    @Test func `How the bytes are cut changes nothing`() {
        let text = (0..<30).map { second in
            let feed = Feed(time: "0600\(second < 10 ? "0" : "")\(second)")
            return feed.rmc + "\u{0}\u{1}" + feed.gga + feed.gsa + line("GPHDT,90.5,T")
                + line("GPGSV,1,1,01,05,45,120,40")
        }.joined()
        let whole = reports(text.utf8)
        #expect(whole.count > 80)
        for size in [1, 5, 17, 80] { #expect(reports(text.utf8, inPiecesOf: size) == whole) }
    }

    @Test func `An interruption forgets the epoch and not the cycle`() {
        var decoder = NMEADecoder()
        let feeds = (0..<4).map { Feed(time: "00000\($0)") }
        let before = decoder.reports(feeds[0].gga + feeds[0].rmc + feeds[1].gga + feeds[1].rmc + feeds[2].gga)
        #expect(before.epochs.map(\.timeOfDay?.milliseconds) == [0, 1000])
        decoder.interrupt()
        let after = decoder.reports(feeds[3].gga + feeds[3].rmc)
        #expect(after.epochs.map(\.timeOfDay?.milliseconds) == [3000])
    }

    // MARK: - Dated sentences

    private static let tenSeconds = (0..<10).map { Feed(time: "06000\($0).000", latitude: "473\($0).0000") }

    /// Every second of ``tenSeconds`` once, with all figures.
    private func expectEachOnce(_ sentences: [String], _ comment: Comment) {
        let epochs = reports(sentences.joined().utf8).epochs.filter { $0.time != nil && $0.mode != .none }
        #expect(epochs.map { $0.time.map { $0 - midnight } } == (0..<10).map { 21_600_000 + $0 * 1000 }, comment)
        for epoch in epochs {
            #expect(epoch.speed != nil && epoch.course == 45 && epoch.altitude == 450 && epoch.hdop == 0.9, comment)
        }
    }

    @Test(arguments: [
        "080000.020", "053000.000", "113000", "060000.200", "060000.020", "055700.000", "230000", "060013",
    ])
    func `A position at another time than the dated sentences adds nothing`(_ first: String) throws {
        let whole = Int(first.prefix(6)) ?? 0
        for talker in ["GP", "II", "GN"] {
            let others = Self.tenSeconds.enumerated().map { second, feed in
                (format(whole + second) + first.dropFirst(6), feed)
            }.map { time, feed in
                [
                    line("\(talker)GLL,\(feed.latitude),N,00830.0000,E,\(time),A"),
                    line("IIGGA,\(time),\(feed.latitude),N,00830.0000,E,1,08,5.5,99.0,M,47.0,M,,"),
                    line("INGNS,\(time),\(feed.latitude),N,00830.0000,E,AA,15,4.4,45.2,47.5,,,V"),
                ]
            }
            for other in 0..<3 {
                let feeds = Array(zip(Self.tenSeconds, others.map { $0[other] }))
                expectEachOnce(feeds.flatMap { [$0.rmc, $0.gga, $1] }, "\(talker) \(other) last")
                expectEachOnce(feeds.flatMap { [$0.gga, $0.rmc, $1] }, "\(talker) \(other) behind RMC")
                expectEachOnce(feeds.flatMap { [$0.rmc, $1, $0.gga] }, "\(talker) \(other) between")
            }
            guard talker != "GP" else { continue }
            let all = zip(Self.tenSeconds, others).flatMap { [$0.rmc, $0.gga, $0.gll] + $1 }
            expectEachOnce(all, "\(talker) all")
        }
    }

    private func format(_ time: Int) -> String { String(repeating: "0", count: 6 - String(time).count) + String(time) }

    @Test func `A position in local time in front of the dated sentence adds nothing`() {
        let feeds = Self.tenSeconds.map { feed in
            (feed, line("GPGLL,\(feed.latitude),N,00830.0000,E,08\(feed.time.dropFirst(2)),A"))
        }
        expectEachOnce(feeds.flatMap { [$1, $0.gga, $0.rmc] }, "GLL, GGA, RMC")
        expectEachOnce(feeds.flatMap { [$0.gga, $1, $0.rmc] }, "GGA, GLL, RMC")
        expectEachOnce(feeds.flatMap { [$1, $0.rmc, $0.gga] }, "GLL, RMC, GGA")
    }

    @Test func `ZDA dates too`() {
        let feeds = Self.tenSeconds.map { feed in
            (feed, line("GPGLL,\(feed.latitude),N,00830.0000,E,08\(feed.time.dropFirst(2)),A"))
        }
        let vtg = line("GPVTG,45.0,T,,M,5.0,N,9.3,K,A")
        expectEachOnce(feeds.flatMap { [$0.gga, vtg, $0.zda, $1] }, "GGA, ZDA, GLL")
        expectEachOnce(feeds.flatMap { [$0.zda, $0.gga, vtg, $1] }, "ZDA, GGA, GLL")
        let pubx = feeds.map { ($0, line("PUBX,04,\($0.time),211126,540000.00,2393,18,1,2,3"), $1) }
        expectEachOnce(pubx.flatMap { [$1, $0.gga, vtg, $2] }, "PUBX,04")
    }

    @Test func `When no dated sentence comes any more the others count again`() {
        let dated = Self.tenSeconds.flatMap {
            [$0.rmc, line("GPGLL,\($0.latitude),N,00830.0000,E,\($0.time.dropLast(4)).300,A")]
        }
        let rest = (10..<40).map { line("GPGLL,4740.0000,N,00830.0000,E,0600\($0).300,A") }
        let epochs = reports((dated + rest).joined().utf8).epochs
        #expect(epochs.count >= 10 + 18 && epochs.last?.time == midnight + 21_639_300)
    }

    @Test func `Positions between rare dated sentences count`() {
        let fifths = (0..<50).map { Feed(time: "06000\($0 / 5).\($0 % 5 * 2)00") }
        for order in 0..<2 {
            let text = fifths.enumerated().map { index, feed in
                index % 5 != 0 ? feed.gga : order == 0 ? feed.rmc + feed.gga : feed.gga + feed.rmc
            }.joined()
            #expect(reports(text.utf8).epochs.map(\.time) == (0..<50).map { midnight + 21_600_000 + $0 * 200 })
        }
    }

    /// Speed, altitude and errors of a fast receiver that sends each of them once a second only.
    @Test(arguments: [5, 10, 25], [0, 3]) func `A sentence each second behind fast ones counts`(rate: Int, skipped: Int)
    {
        let orders: [(Feed, Bool) -> [String]] = [
            { $1 ? [$0.gga, $0.rmc] : [$0.gga] }, { $1 ? [$0.rmc, $0.gga] : [$0.rmc] },
            { $1 ? [$0.rmc, $0.gga, $0.gst] : [$0.rmc, $0.gga] }, { $1 ? [$0.gga, $0.gsa, $0.rmc] : [$0.gga] },
        ]
        let feeds = (0..<(8 * rate)).map {
            Feed(time: "06000\($0 / rate).\(String(1000 + $0 % rate * 1000 / rate).dropFirst())")
        }.dropFirst(skipped)
        for (index, order) in orders.enumerated() {
            let sent = feeds.map { order($0, $0.time.hasSuffix("000")) }
            let epochs = reports(sent.joined().joined().utf8).epochs
            #expect(epochs.count == feeds.count)
            let whole = epochs.filter {
                $0.speed != nil && $0.altitude == 450 && $0.time != nil && (index != 2 || $0.gst != nil)
            }
            // While the end is learned, two may be missed.
            #expect(whole.count >= 6, "\(index)")
            // An epoch has gone out when the next one begins, and one that is whole at once.
            let counted = counts(Array(sent.joined()))
            var position = 0
            for (epoch, sentences) in sent.enumerated() {
                let end = position + sentences.count - 1
                if epoch > 3 * rate {
                    #expect(counted[position] >= epoch)
                    if sentences.count == sent[0].count, skipped == 0 { #expect(counted[end] == epoch + 1) }
                }
                position = end + 1
            }
        }
    }

    // MARK: - Figures of other sentences

    @Test(arguments: 0..<6)
    func `Speed and course are VTG's where RMC has none`(_ order: Int) {
        let times = (0..<8).map { "06000\($0)" }
        let text = times.enumerated().map { second, time in
            let rmc = line("GNRMC,\(time),A,4730.0000,N,00830.0000,E,,,211126,,,A")
            let vtg = line("GNVTG,\(40 + second).0,T,,M,\(10 + second).0,N,,K,A")
            let gga = Feed(time: time).gga
            return switch order {
            case 0: rmc + vtg + gga
            case 1: rmc + gga + vtg
            case 2: gga + rmc + vtg
            case 3: vtg + rmc + gga
            case 4: gga + vtg + rmc
            default: vtg + gga + rmc
            }
        }.joined()
        let epochs = reports(text.utf8).epochs
        #expect(epochs.map(\.course) == (0..<8).map { 40 + Double($0) })
        let knots: [Double] = epochs.map { epoch in ((epoch.speed ?? 0) * 3600 / 1852).rounded() }
        #expect(knots == [10, 11, 12, 13, 14, 15, 16, 17])
    }

    @Test func `Each of speed and course may be VTG's`() {
        let text = (0..<3).map { second in
            line("GPRMC,06000\(second),A,4730.0000,N,00830.0000,E,10.0,,211126,,,A") + Feed(time: "").vtg
        }.joined()
        let epochs = reports(text.utf8).epochs
        #expect(epochs.allSatisfy { $0.course == 90 && abs(($0.speed ?? 0) - 5.144) < 0.001 } && epochs.count == 3)
    }
}
