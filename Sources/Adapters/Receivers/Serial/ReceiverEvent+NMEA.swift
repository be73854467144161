import Interchange
import LocationModel
import LocationServices
import NMEA

extension ReceiverEvent {
    /// What a report of sentences is to the hub.
    init(_ report: Report, isSimulated: Bool = false) {
        switch report {
        case .epoch(let epoch): self = .fix(Fix(epoch, isSimulated: isSimulated))
        case .sky(let sky): self = .sky(SkyView(sky))
        case .heading(let heading): self = .heading(Heading(heading))
        }
    }
}

extension Heading {
    /// What a sentence says of the heading.
    init(_ sentence: HeadingSentence) {
        self.init(magneticHeading: sentence.magneticHeading, trueHeading: sentence.trueHeading)
        headingAccuracy = sentence.accuracy
    }
}

extension SkyView {
    /// The satellites of GSV and GSA.
    init(_ report: SkyReport) {
        self.init(
            timestamp: report.time.flatMap(Timestamp.init(milliseconds:)),
            satellites: report.satellites.map(Satellite.init), hdop: report.hdop)
    }
}

extension Satellite {
    init(_ satellite: SkyReport.Satellite) {
        self.init(
            constellation: satellite.system.map(Constellation.init), identifier: Int(satellite.number),
            isUsed: satellite.isUsed)
        elevation = satellite.elevation?.within(.elevation)
        azimuth = satellite.azimuth?.within(.course)
        signalStrength = satellite.signalStrength?.within(.signalStrength)
    }
}

extension Satellite.Constellation {
    /// The system under gpsd's name.
    init(_ system: SatelliteSystem) {
        self =
            switch system {
            case .gps: .gps
            case .sbas: .sbas
            case .glonass: .glonass
            case .galileo: .galileo
            case .beidou: .beidou
            case .qzss: .qzss
            case .navic: .navic
            }
    }
}
