import NMEA
import Testing

/// Equal but for the last bits.
private func near(_ left: Double?, _ right: Double, within tolerance: Double = 1e-9) -> Bool {
    left.map { abs($0 - right) <= tolerance } ?? false
}

extension Sentence {
    fileprivate var rmc: RMC? { if case .rmc(let rmc) = self { rmc } else { nil } }
    fileprivate var gga: GGA? { if case .gga(let gga) = self { gga } else { nil } }
    fileprivate var gns: GNS? { if case .gns(let gns) = self { gns } else { nil } }
    fileprivate var gll: GLL? { if case .gll(let gll) = self { gll } else { nil } }
    fileprivate var gsa: GSA? { if case .gsa(let gsa) = self { gsa } else { nil } }
    fileprivate var gsv: GSV? { if case .gsv(let gsv) = self { gsv } else { nil } }
    fileprivate var vtg: VTG? { if case .vtg(let vtg) = self { vtg } else { nil } }
    fileprivate var zda: ZDA? { if case .zda(let zda) = self { zda } else { nil } }
    fileprivate var gst: GST? { if case .gst(let gst) = self { gst } else { nil } }
    fileprivate var gbs: GBS? { if case .gbs(let gbs) = self { gbs } else { nil } }
    fileprivate var pgrme: PGRME? { if case .pgrme(let pgrme) = self { pgrme } else { nil } }
    fileprivate var psrfepe: PSRFEPE? { if case .psrfepe(let psrfepe) = self { psrfepe } else { nil } }
    fileprivate var pubx00: PUBX00? { if case .pubx00(let pubx) = self { pubx } else { nil } }
    fileprivate var heading: HeadingSentence? { if case .heading(let heading) = self { heading } else { nil } }
}

@Suite struct SentenceTests {
    @Test func `RMC`() throws {
        let rmc = try #require(parse("$GPRMC,081836.75,A,3751.65,S,14507.36,E,010.0,360.0,130998,011.3,W,D")?.rmc)
        #expect(rmc.time?.milliseconds == 29_916_750)
        #expect(rmc.date == CalendarDate(year: 1998, month: 9, day: 13))
        #expect(rmc.isValid && rmc.status == .differential)
        #expect(near(rmc.position?.latitude, -(37 + 51.65 / 60)) && near(rmc.position?.longitude, 145 + 7.36 / 60))
        #expect(near(rmc.speed, 18_520 / 3600) && rmc.course == 0 && rmc.magneticVariation == -11.3)
    }

    @Test func `A zero may have a sign`() throws {
        let rmc = try #require(parse("$GPRMC,081836,A,3751.65,S,14507.36,E,-0.00,-0.0,130998,,,A")?.rmc)
        #expect(rmc.speed == 0 && rmc.speed?.sign == .plus && rmc.course == 0)
        let below = try #require(parse("$GPRMC,081836,A,3751.65,S,14507.36,E,-0.01,-0.1,130998,,,A")?.rmc)
        #expect(below.speed == nil && below.course == nil)
    }

    @Test func `RMC is void by status or by mode indicator`() {
        func isValid(_ text: String) -> Bool? { parse(text)?.rmc?.isValid }
        let position = "3751.65,S,14507.36,E,0,0,130998,,"
        #expect(isValid("$GPRMC,081836,V,\(position)") == false)
        #expect(isValid("$GPRMC,081836,,\(position)") == false)
        #expect(isValid("$GPRMC,081836,A,\(position),N") == false)
        // NMEA 4.1's navigational status is V in every receiver that is not certified for ships.
        #expect(isValid("$GNRMC,081836,A,\(position),A,V") == true)
        #expect(isValid("$GPRMC,081836,A,\(position)") == true)
    }

    @Test func `GGA`() throws {
        let gga = try #require(parse("$GPGGA,034225.077,3356.4650,S,15124.5567,W,2,03,9.7,-25.0,M,21.0,M,,0000")?.gga)
        #expect(
            near(gga.position?.latitude, -(33 + 56.465 / 60)) && near(gga.position?.longitude, -(151 + 24.5567 / 60)))
        #expect(gga.status == .differential && gga.satellitesUsed == 3 && gga.hdop == 9.7)
        #expect(gga.altitude == -25 && gga.geoidSeparation == 21)
    }

    @Test(arguments: [
        "A,N,01131.000,E", "4807.038,,01131.000,E", "4807.038,N,,E", "4807.038,N,01131.000,", "4807.038,X,01131.000,E",
        "-1.-3,N,01131.000,E", "4860.000,N,01131.000,E", "9000.001,N,01131.000,E", "4807.038,N,18000.001,E",
        "48 07.038,N,01131.000,E", "4807.038N,01131.000,E", "0x10,N,01131.000,E", "4e3,N,01131.000,E",
        "99999999999999999999.0,N,01131.000,E", "-4807.038,N,01131.000,E", "4807.038,NN,01131.000,E", ".,N,.,E",
    ])
    func `Half a position is none`(_ fields: String) throws {
        let gga = try #require(parse("$GPGGA,123519,\(fields),1,08,0.9,545.4,M,46.9,M,,")?.gga)
        #expect(gga.position == nil)
    }

    @Test func `Positions are exact`() throws {
        let gll = try #require(parse("$GPGLL,9000.0,S,18000.00000000000,W,000000,A")?.gll)
        let fine = try #require(parse("$GPGLL,4221.8237733,N,07101.9411707,W,000000,A")?.gll)
        #expect(gll.position == Position(latitude: -90, longitude: -180, resolution: 185.2))
        #expect(near(fine.position?.latitude, 42.363729555, within: 1e-12))
        #expect(near(fine.position?.longitude, -71.032352845, within: 1e-12))
    }

    @Test(arguments: [
        ("235959.999", 86_399_999), ("235959.9996", 86_400_000), ("235960", 86_400_000), ("000000", 0),
        ("225444", 82_484_000), ("161229.4875", 58_349_488),
    ])
    func `Times of day`(_ text: String, _ milliseconds: Int32) throws {
        let zda = try #require(parse("$GPZDA,\(text),01,01,2026,00,00")?.zda)
        #expect(zda.time?.milliseconds == milliseconds)
    }

    @Test(arguments: ["240000", "236000", "235961", "12345", "1234567", "-01234", "12:30", "", "12345x"])
    func `Invalid times are absent`(_ text: String) throws {
        let zda = try #require(parse("$GPZDA,\(text),01,01,2026,00,00")?.zda)
        #expect(zda.time == nil && zda.date != nil)
    }

    @Test(arguments: ["310226", "290225", "000126", "011326", "2208-1", "22089", "2208999", "220826.0"])
    func `Invalid dates are absent`(_ text: String) throws {
        let rmc = try #require(parse("$GPRMC,000231,A,4829.0005,N,00022.0015,E,0.15,212.28,\(text),,,A")?.rmc)
        #expect(rmc.date == nil && rmc.position != nil)
    }

    @Test func `Days are counted`() {
        #expect(CalendarDate(year: 1970, month: 1, day: 1)?.daysSince1970 == 0)
        #expect(CalendarDate(year: 1980, month: 1, day: 6)?.daysSince1970 == 3657)
        #expect(CalendarDate(year: 2000, month: 2, day: 29)?.daysSince1970 == 11_016)
        #expect(CalendarDate(year: 2026, month: 11, day: 21)?.daysSince1970 == 20_778)
        #expect(CalendarDate(year: 2100, month: 2, day: 29) == nil)
    }

    @Test func `GSA names its system`() {
        func gsa(_ text: String) -> GSA? { parse(text)?.gsa }
        let modern = gsa("$GNGSA,A,3,13,12,22,19,08,21,,,,,,,1.05,0.64,0.83,4")
        #expect(modern?.system == .beidou && modern?.dimensions == 3)
        #expect(modern.map { Array($0.satellites) } == [13, 12, 22, 19, 8, 21])
        #expect(modern?.pdop == 1.05 && modern?.hdop == 0.64 && modern?.vdop == 0.83)
        let old = gsa("$GPGSA,A,2,04,05,,09,12,,,24,,,,31,2.5,1.3,99.99")
        #expect(old?.system == .gps && old?.vdop == nil && old.map { Array($0.satellites) } == [4, 5, 9, 12, 24, 31])
        #expect(gsa("$GNGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99")?.system == nil)
    }

    @Test func `GSV has up to four satellites and perhaps a signal`() {
        func gsv(_ text: String) -> GSV? { parse(text)?.gsv }
        let signal = gsv("$GPGSV,3,1,11,09,57,333,29.0,07,54,227,,04,49,043,24.5,03,43,129,,1")
        #expect(signal?.signal == 1 && signal?.satellites.count == 4 && signal?.message == 1 && signal?.messages == 3)
        let satellites = signal.map { Array($0.satellites) } ?? []
        #expect(satellites.first?.number == 9 && satellites.first?.elevation == 57 && satellites.first?.azimuth == 333)
        #expect(satellites.map(\.signalStrength) == [29, nil, 24.5, nil])
        let short = gsv("$GPGSV,4,4,13,39,31,170,27")
        #expect(short?.satellites.count == 1 && short?.signal == nil)
        #expect(gsv("$GPGSV,3,3,11,22,42,067,42,24,14,311,43,27,05,244,00,,,,")?.satellites.count == 3)
        #expect(gsv("$GBGSV,1,1,00,0")?.satellites.count == 0 && gsv("$GBGSV,1,1,00,0")?.signal == 0)
        #expect(gsv("$GPGSV,4,4,13")?.satellites.count == 0)
        #expect(gsv("$GPGSV,3,4,11") == nil && gsv("$GPGSV,x,1,11") == nil && gsv("$GPGSV,0,0,11") == nil)
    }

    @Test func `VTG`() throws {
        func speed(_ text: String) -> Double? { parse(text)?.vtg?.speed }
        #expect(near(speed("$GPVTG,054.7,T,034.4,M,005.5,N,010.2,K"), 5.5 * 1852 / 3600))
        #expect(near(speed("$GPVTG,054.7,T,034.4,M,,N,018.0,K,A"), 5))
        #expect(near(speed("$GPVTG,054.7,034.4,005.5,010.2"), 5.5 * 1852 / 3600))
        #expect(speed("$GPVTG,,,,,,,,,N") == nil && speed("$GPVTG,0,T,0,M,0,N,0,K,N") == nil)
        let vtg = try #require(parse("$GPVTG,188.36,T,,M,0.820,N,1.519,K,A")?.vtg)
        #expect(vtg.course == 188.36 && vtg.status == .autonomous)
    }

    @Test func `GNS takes the best indicator`() throws {
        let gns = try #require(parse("$GNGNS,014035.00,4332.69262,S,17235.48549,E,NAR,13,0.9,25.63,11.24,,")?.gns)
        #expect(gns.status == .realTimeKinematic && gns.satellitesUsed == 13)
        #expect(gns.altitude == 25.63 && gns.geoidSeparation == 11.24)
    }

    @Test func `Errors`() throws {
        #expect(
            parse("$GPGST,024603.00,3.2,6.6,4.7,47.3,5.8,5.6,22.0")
                == parse("$GNGST,024603.00,,6.6,4.7,47.3,5.8,5.6,22.0"))
        let gst = try #require(parse("$GPGST,024603.00,3.2,6.6,4.7,47.3,5.8,5.6,22.0")?.gst)
        let gbs = try #require(parse("$GPGBS,015509.00,-0.031,-0.186,0.219,19,0.000,-0.354,6.972")?.gbs)
        let pgrme = try #require(parse("$PGRME,3.3,M,4.9,M,6.0,M")?.pgrme)
        let none = try #require(parse("$PGRME,,M,,M,,M")?.pgrme)
        #expect(gst.semiMajor == 6.6 && gst.semiMinor == 4.7 && gst.orientation == 47.3)
        #expect(gst.latitude == 5.8 && gst.longitude == 5.6 && gst.altitude == 22)
        #expect(gbs.latitudeError == -0.031 && gbs.suspect == 19)
        #expect(pgrme.horizontal == 3.3 && pgrme.vertical == 4.9)
        #expect(none.horizontal == nil && none.vertical == nil)
    }

    @Test func `Errors that SiRF's receivers estimate`() throws {
        let error = try #require(parse("$PSRFEPE,074155.799,A,1.3,10.59,52.97,0.6,180.0")?.psrfepe)
        let invalid = try #require(parse("$PSRFEPE,074155.799,V,1.3,10.59,52.97,0.6,180.0")?.psrfepe)
        let none = try #require(parse("$PSRFEPE,074150.799,V,,,,,")?.psrfepe)
        #expect(error.horizontal == 10.59 && error.vertical == 52.97)
        #expect(error.time?.milliseconds == 27_715_799 && invalid.time == error.time)
        #expect(invalid.horizontal == nil && invalid.vertical == nil && none.horizontal == nil)
        #expect(parse("$PSRFEPX,074155.799,A,1.3,10.59,52.97,0.6,180.0") == nil)
    }

    @Test func `PUBX`() throws {
        let text =
            "$PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,3.6,77.52,0.007,,0.92,1.19,0.77,9,0,0"
        let pubx = try #require(parse(text)?.pubx00)
        #expect(pubx.status == .autonomous && pubx.dimensions == 3 && pubx.ellipsoidalAltitude == 546.589)
        #expect(pubx.horizontalAccuracy == 2.1 && pubx.verticalAccuracy == 2.0 && near(pubx.speed, 1))
        #expect(pubx.course == 77.52 && pubx.hdop == 0.92 && pubx.vdop == 1.19 && pubx.satellitesUsed == 9)
        #expect(parse("$PUBX,03,11,23,-,,,45,010") == nil)
    }

    @Test func `Headings`() {
        func heading(_ text: String) -> HeadingSentence? { parse(text)?.heading }
        #expect(heading("$GPHDT,123.456,T")?.trueHeading == 123.456)
        #expect(heading("$HCHDM,123.4,M")?.magneticHeading == 123.4)
        let sensor = heading("$HCHDG,358.0,3.0,E,4.0,W")
        #expect(near(sensor?.magneticHeading, 1) && near(sensor?.trueHeading, 357))
        #expect(heading("$HCHDG,358.0,,,,")?.trueHeading == nil)
        #expect(heading("$INTHS,123.456,A")?.trueHeading == 123.456)
        #expect(heading("$INTHS,123.456,V")?.trueHeading == nil)
        // A satellite compass with its standard deviations of roll, pitch and heading.
        let attitude = heading("$PASHR,130533.620,10.311,T,-80.467,-1.395,,0.066,0.067,0.215,2")
        #expect(attitude?.trueHeading == 10.311 && attitude?.accuracy == 0.215)
        #expect(heading("$PASHR,130533.620,,T,,,,,,,0").map { $0.trueHeading == nil && $0.accuracy == nil } == true)
        // While it aligns itself it has no solution, and its zeros are no heading.
        let aligning = "$PASHR,101500.00,0.00,T,+0.00,+0.00,+0.00,0.000,0.000,0.000"
        #expect(heading(aligning + ",0,0").map { $0.trueHeading == nil && $0.accuracy == nil } == true)
        #expect(heading(aligning + ",1,0")?.trueHeading == 0 && heading(aligning)?.trueHeading == 0)
        #expect(heading("$PASHR,POS,2,10,125410.00")?.trueHeading == nil)
        #expect(heading("$GPHDT,XXX,T")?.trueHeading == nil && heading("$GPHDT,360.5,T")?.trueHeading == nil)
    }

    @Test(arguments: ["GP", "GN", "GL", "GA", "GB", "BD", "GQ", "GI", "II", "IN", "PQ", "YD"])
    func `Any talker may speak`(_ talker: String) {
        #expect(parse("$\(talker)GSV,1,1,00") != nil)
    }

    @Test(arguments: [
        "$", "$GP", "$GPGGA", "$,,,,", "$GPGGA*", "$GPXYZ,1", "$PGRMZ,93,f,3", "$GPGGAX,1", "$GGA,1,2,3,4",
    ])
    func `Other sentences say nothing`(_ text: String) {
        #expect(parse(text) == nil)
    }
}
