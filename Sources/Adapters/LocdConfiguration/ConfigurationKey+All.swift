internal import Logging
internal import NMEA
internal import Tracks

extension ConfigurationKey {
    /// Every key, in the order of the file.
    public static let all: [ConfigurationKey] = receiver + recorder + tracks + service

    private static let receiver = [
        ConfigurationKey(
            .receiver, "source", \.receiver.source, .receiverSource,
            """
            The receiver to read: a gpsd, a serial port or a recording. Put an IPv6 host in brackets: \
            gpsd://[::1]:2947. The default port is 2947. Without a DEVICE, gpsd reports all of its receivers. \
            Without a serial speed, or with auto, locd detects it; otherwise it is one of \
            \(SerialSource.speeds.map { "\($0)" }.joined(separator: ", ")). checksum=required rejects sentences \
            without a checksum, optional accepts them; without either, locd accepts them until a sentence of the same \
            talker and kind has one. date is the UTC day on which a recording begins, for recordings that contain only times of \
            day.
            """, application: .restart),
        ConfigurationKey(
            .receiver, "staleAfter", \.receiver.staleAfter, .number(1...3600, "seconds"),
            "Longest silence of the receiver before the fix is stale."),
        ConfigurationKey(
            .receiver, "powerSaving", \.receiver.powerSaving,
            .number(1...86400, "seconds", or: "off", meaning: "the receiver is always held"),
            """
            Interval between looks for a fix while the receiver is released: when the recorder is paused, or no \
            client needs an accuracy better than a kilometre. Each look takes 2 to 30 s until there is a fix.
            """),
    ]

    private static let recorder = [
        ConfigurationKey(
            .recorder, "enabled", \.recorder.enabled, .boolean,
            "Record a track.",
            application: .restart),
        ConfigurationKey(
            .recorder, "desiredAccuracy", \.recorder.desiredAccuracy, .desiredAccuracy(0.01...100_000),
            "Accuracy that the receiver should aim for. It is a demand, not a filter: it holds back no location."),
        ConfigurationKey(
            .recorder, "distanceFilter", \.recorder.distanceFilter, .number(0.01...100_000, "metres", or: "none"),
            "Shortest distance between two recorded locations."),
        ConfigurationKey(
            .recorder, "activityType", \.recorder.activityType, .word,
            "Kind of movement; it decides when recording pauses automatically."),
        ConfigurationKey(
            .recorder, "pausesLocationUpdatesAutomatically", \.recorder.pausesLocationUpdatesAutomatically, .boolean,
            "Pause recording while standing still, and resume automatically with the next trip."),
        ConfigurationKey(
            .recorder, "holdsPositionWhenStationary", \.recorder.holdsPositionWhenStationary, .boolean,
            "Hold the position while standing still: drift around a parked vehicle adds no distance."),
        ConfigurationKey(
            .recorder, "maximumHorizontalAccuracy", \.recorder.maximumHorizontalAccuracy,
            .number(0.01...100_000, "metres", or: "none"),
            "Largest error radius of a recorded location; less accurate locations are not recorded."),
        ConfigurationKey(
            .recorder, "maximumAge", \.recorder.maximumAge, .number(0.1...86400, "seconds", or: "none"),
            """
            Oldest location to record: the time since arrival plus the lag behind the receiver's newest time. Not \
            used in replay.
            """),
        ConfigurationKey(
            .recorder, "maximumSpeed", \.recorder.maximumSpeed, .number(0.1...12000, "metres per second", or: "none"),
            """
            Highest plausible speed where neither a reported speed nor earlier steps tell it. A position that leaps \
            is recorded, after a gap, if it lasts for 30 s; none records every leap.
            """),
        ConfigurationKey(
            .recorder, "minimumInterval", \.recorder.minimumInterval, .number(0.01...86400, "seconds", or: "none"),
            "Shortest time between two recorded locations."),
        ConfigurationKey(
            .recorder, "smoothing", \.recorder.smoothing, .word(or: "none"),
            """
            Smoothing of positions before they are filtered and recorded: the mean of the latest five, the same \
            weighted by accuracy, or a Kalman filter.
            """),
        ConfigurationKey(
            .recorder, "visits", \.recorder.visits, .boolean,
            """
            Record visits: stays of five minutes or more within 100 metres, once while they last and once when they \
            end.
            """),
        ConfigurationKey(
            .recorder, "privacyZones", \.recorder.privacyZones, .boolean,
            """
            Remove private regions (regions.file) from the track itself. Exports and clients get nothing from them \
            either way; unrecorded data cannot be recovered. state.directory still holds the latest place.
            """, application: .restart),
        ConfigurationKey(
            .recorder, "recordsUntrusted", \.recorder.recordsUntrusted, .boolean,
            """
            Record positions that are not trusted (jamming, spoofing, a receiver at fault), marked as such. They make \
            no way either way.
            """),
        ConfigurationKey(
            .recorder, "preset", \.recorder.preset, .word,
            """
            Use of the keys above. configured: as set here. adaptive: desiredAccuracy and distanceFilter follow the \
            activity (standing, walking, running, cycling, riding) while it is known. high, balanced, low: \
            desiredAccuracy best, at most hundredMeters, at most kilometer. significantChanges: sleep; record only \
            locations 500 m and 5 minutes after the last one.
            """),
        ConfigurationKey(
            .recorder, "presetOnBattery", \.recorder.presetOnBattery, .word(or: "none"),
            "Preset while the machine runs on battery. none: no change. Not used in replay."),
        ConfigurationKey(
            .recorder, "presetOnLowBattery", \.recorder.presetOnLowBattery, .word(or: "none"),
            """
            Preset while the battery is low, and while power-profiles-daemon saves power. none: the same as on a \
            medium battery. Not used in replay.
            """),
        ConfigurationKey(
            .recorder, "presetOnMediumBattery", \.recorder.presetOnMediumBattery, .word(or: "none"),
            "Preset below mediumBattery. none: the same as on any battery. Not used in replay."),
        ConfigurationKey(
            .recorder, "lowBattery", \.recorder.lowBattery, .number(1...90, "percent"),
            "Low-battery threshold; cleared on mains power or 5 % above it. Several batteries count as one."),
        ConfigurationKey(
            .recorder, "mediumBattery", \.recorder.mediumBattery, .number(1...95, "percent"),
            "Threshold of a medium battery; cleared in the same way."),
    ]

    private static let tracks = [
        ConfigurationKey(
            .tracks, "directory", \.tracks.directory, .path(),
            "Directory of the track files. The user locd must be able to write to it.", application: .restart),
        ConfigurationKey(
            .tracks, "sync", \.tracks.sync, .sync(0.1...3600),
            """
            Interval at which the track is synced to disk (fsync): the most that a power cut can lose. always: after \
            every write; never: left to the kernel.
            """, application: .restart),
        ConfigurationKey(
            .tracks, "rotate", \.tracks.rotate, .rotation(Int(TrackRotation.minimumSize)...1_000_000_000_000),
            """
            Size or time at which a new file begins. A size applies within a day. KB, MB, GB and TB are powers of \
            1000; KiB, MiB, GiB and TiB are powers of 1024.
            """, application: .restart),
        ConfigurationKey(
            .tracks, "compressAfter", \.tracks.compressAfter, .integer(1...36500, "days", or: "none"),
            "Age at which a track file is compressed. locd reads compressed files like others.", application: .restart),
        ConfigurationKey(
            .tracks, "retain", \.tracks.retain, .integer(1...36500, "days", or: "forever"),
            """
            Age at which a track file is deleted. A year of constant driving at 1 Hz takes about 0.9 GB compressed, a \
            parked machine next to nothing. Imported files are kept until you delete them.
            """,
            application: .restart),
    ]

    private static let service = [
        ConfigurationKey(
            .state, "directory", \.state.directory, .path(),
            """
            Directory of the state. The user locd must be able to write to it; otherwise locd works, but starts \
            without its state after a restart.
            """, application: .restart),
        ConfigurationKey(
            .regions, "file", \.regions.file, .path(),
            """
            GeoJSON file (RFC 7946): Point with a radius, Polygon, LineString with a width, in metres. locd records \
            when it enters and leaves them. The file is optional; every reload reads it again and refuses an invalid \
            one.
            """),
        ConfigurationKey(
            .geocoder, "table", \.geocoder.table, .path(or: "none"),
            """
            Table of towns and villages, built by make places. Without it and without a server, CLGeocoder finds \
            nothing. locd opens it at the first request.
            """),
        ConfigurationKey(
            .geocoder, "timeZones", \.geocoder.timeZones, .path(or: "none"),
            """
            Table of the boundaries of time zones, built by make places, for hooks with on: timeZone, the track and \
            locd status. locd opens it with the first location.
            """, application: .restart),
        ConfigurationKey(
            .geocoder, "server", \.geocoder.server, .geocodingServer(or: "none"),
            """
            Nominatim-compatible address server for streets and house numbers. It receives the coordinates and \
            addresses that any local program looks up; with http:// they are not encrypted. If it does not answer, \
            the table does. The package locd-geocode queries it: apt install locd-geocode.
            """),
        ConfigurationKey(
            .geocoder, "helper", \.geocoder.helper, .path(maximumBytes: 107),
            """
            Unix socket of locd-geocode, which queries the server in its own process; the daemon itself has no \
            network access. It is the ListenStream= of locd-geocode.socket.
            """),
        ConfigurationKey(
            .geocoder, "serverTimeout", \.geocoder.serverTimeout, .number(0.1...60, "seconds"),
            "Longest wait for an answer of the server, and for a request to get its turn."),
        ConfigurationKey(
            .geocoder, "serverInterval", \.geocoder.serverInterval, .number(0...3600, "seconds"),
            "Shortest time between two requests to the server. Public servers require 1 or more."),
        ConfigurationKey(
            .geocoder, "userAgent", \.geocoder.userAgent, .userAgent,
            "Name that locd sends to the server. Public servers require a contact address in it."),
        ConfigurationKey(
            .api, "socket", \.api.socket, .path(maximumBytes: 107),
            "Unix socket for locd status and all clients.",
            application: .restart),
        ConfigurationKey(
            .api, "maximumConnectionsPerUser", \.api.maximumConnectionsPerUser, .integer(1...10000, nil),
            "Maximum number of connections of one user.", application: .restart),
        ConfigurationKey(
            .clients, "file", \.clients.file, .path(),
            """
            YAML file with the administrator's rules for users and systemd units. They override decisions made with \
            locd client. The file is optional; every reload reads it again and refuses an invalid one.
            """),
        ConfigurationKey(
            .clients, "agent", \.clients.agent, .path(or: "none"),
            """
            Program that is asked when no decision is stored for a client. It runs as the user of locd, gets the \
            question as JSON on its standard input, and prints its answer. none: locd client list shows pending \
            requests.
            """, application: .restart),
        ConfigurationKey(
            .clients, "agentTimeout", \.clients.agentTimeout, .number(1...600, "seconds"),
            "Longest time for an answer of the agent; then locd stops it and makes no decision.", application: .restart),
        ConfigurationKey(
            .clients, "userAgents", \.clients.userAgents, .boolean,
            """
            Let every user's own agent (locd agent) answer for that user's programs. Then a user can grant himself the \
            position. Agents of root can always answer, for everybody.
            """, application: .restart),
        ConfigurationKey(
            .sharing, "nmea", \.sharing.nmea, .listeningAddresses,
            """
            Addresses on which locd serves NMEA 0183 to other programs; the usual port is 10110. Authorization works as \
            on api.socket: by the user of the program that connects (locd client).
            """, application: .restart),
        ConfigurationKey(
            .sharing, "gpsd", \.sharing.gpsd, .listeningAddresses,
            """
            Addresses on which locd serves gpsd's protocol to gpsd's clients; gpsd itself uses tcp://127.0.0.1:2947 and \
            tcp://[::1]:2947. Authorization works as on api.socket.
            """, application: .restart),
        ConfigurationKey(
            .sharing, "network", \.sharing.network, .word,
            """
            The most that programs of other machines can have, at addresses of sharing.nmea and sharing.gpsd that are not \
            of this machine alone, such as tcp://0.0.0.0:10110. Nobody can tell who they are: everybody there gets it. \
            none: such addresses are refused; reduced: the location, some kilometres wide; full: the exact location. \
            locd client deny network stops it at once.
            """, application: .restart),
        ConfigurationKey(
            .sharing, "geoclue", \.sharing.isGeoClue, .boolean,
            """
            Serve as GeoClue's service (org.freedesktop.GeoClue2) on the system bus, for desktops and their maps. While \
            GeoClue runs, locd waits for the name.
            """, application: .restart),
        ConfigurationKey(
            .sharing, "untrusted", \.sharing.passesUntrusted, .boolean,
            """
            Pass positions that are not trusted to these programs, marked where the protocol can (NMEA's navigational \
            status). false: they get no fix meanwhile.
            """, application: .restart),
        ConfigurationKey(
            .sensors, "compass", \.sensors.compass, .boolean,
            """
            Take headings from the compass of this machine, through iio-sensor-proxy on the system bus, while a client \
            wants headings and the receiver reports none.
            """, application: .restart),
        ConfigurationKey(
            .sensors, "beacons", \.sensors.beacons, .boolean,
            """
            Listen to Bluetooth beacons (iBeacon, AltBeacon, Eddystone-UID) with the adapter of this machine, through \
            BlueZ on the system bus, and take those that other receivers report on the socket. The adapter scans while \
            a region of beacons is monitored, or a client ranges beacons.
            """, application: .restart),
        ConfigurationKey(
            .sensors, "steps", \.sensors.steps,
            .path(or: "off").or("on", for: Configuration.Sensors.devices),
            """
            Count steps: by a step counter that the kernel offers (Industrial I/O), read every 10 s, and as other devices \
            report them on the socket (ReportSteps). A path names another folder than \(Configuration.Sensors.devices), with \
            the same files: iio:device0/in_steps_input and so on.
            """, application: .restart),
        ConfigurationKey(
            .hooks, "", \.hooks, .hooks,
            """
            Events and the sockets that they go to. Each element has on: (one or a list of \(HookEventKind.allNames)), \
            to: (unix:PATH, the socket of locd-hook@NAME.socket is unix:/run/locd-hook/NAME.sock), and optionally \
            region: (a name, or a pattern with *).
            """
        ) { nodes, position, path, configuration in
            let reader = HookListReader(nodes, at: position, path: path)
            if reader.fields.problems.isEmpty { configuration.hooks = reader.hooks }
            return reader.fields.problems
        },
        ConfigurationKey(
            .metrics, "file", \.metrics.file, .path(or: "none"),
            """
            File in Prometheus' text format for the textfile collector of the node exporter, for example \
            /run/locd/locd.prom. It contains health, never a position. `locd status --format prometheus` prints the \
            same.
            """),
        ConfigurationKey(
            .metrics, "interval", \.metrics.interval, .number(1...3600, "seconds"),
            "Interval at which the metrics file is written."),
        ConfigurationKey(
            .log, "level", \.log.level, .word, "Lowest level of messages that are logged."),
        ConfigurationKey(
            .display, "units", \.display.units, .word,
            "Units of figures in the output for people; --units overrides it. JSON and files use SI units."
        ),
    ]
}
