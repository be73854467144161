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
            The receiver to read: a gpsd, a serial port read directly, or a recording. An IPv6 host stands in brackets, \
            gpsd://[::1]:2947; a port left out is gpsd's own, 2947; without a DEVICE gpsd reports from all of its \
            receivers. A serial speed left out, or auto, is found by listening; else it is one of \
            \(SerialSource.speeds.map { "\($0)" }.joined(separator: ", ")). checksum=required behind it \
            refuses sentences without one, optional takes them; else they are taken until the receiver is seen to send \
            checksums. The date of a recording is the day, UTC, on which it begins, where it tells only times of day.
            """, application: .restart),
        ConfigurationKey(
            .receiver, "staleAfter", \.receiver.staleAfter, .number(1...3600, "seconds"),
            "How long the receiver may say nothing before the fix is called stale."),
        ConfigurationKey(
            .receiver, "powerSaving", \.receiver.powerSaving,
            .number(1...86400, "seconds", or: "off", meaning: "the receiver is always held"),
            """
            The look interval: let go of the receiver while the recorder is paused or nobody asks for more than a \
            kilometre, and look for a fix this often. Each look costs 2 to 30 s until there is one.
            """),
    ]

    private static let recorder = [
        ConfigurationKey(
            .recorder, "enabled", \.recorder.enabled, .boolean, "Whether a track is written at all.",
            application: .restart),
        ConfigurationKey(
            .recorder, "desiredAccuracy", \.recorder.desiredAccuracy, .desiredAccuracy(0.01...100_000),
            "How hard the receiver must work. It is demand, not a filter: no location is held back by it."),
        ConfigurationKey(
            .recorder, "distanceFilter", \.recorder.distanceFilter, .number(0.01...100_000, "metres", or: "none"),
            "How far from the last recorded location the next one must be."),
        ConfigurationKey(
            .recorder, "activityType", \.recorder.activityType, .word,
            "What moves, and how; it decides when automatic pause sets in."),
        ConfigurationKey(
            .recorder, "pausesLocationUpdatesAutomatically", \.recorder.pausesLocationUpdatesAutomatically, .boolean,
            "Stop recording while nothing moves, and go on by itself with the next trip."),
        ConfigurationKey(
            .recorder, "holdsPositionWhenStationary", \.recorder.holdsPositionWhenStationary, .boolean,
            "Hold the position while standing: drift around a parked vehicle is no distance."),
        ConfigurationKey(
            .recorder, "maximumHorizontalAccuracy", \.recorder.maximumHorizontalAccuracy,
            .number(0.01...100_000, "metres", or: "none"), "Locations less accurate than this are not recorded."),
        ConfigurationKey(
            .recorder, "maximumAge", \.recorder.maximumAge, .number(0.1...86400, "seconds", or: "none"),
            """
            Older locations are not recorded: the time since arrival plus the lag behind the receiver's newest time. Not \
            used in replay.
            """),
        ConfigurationKey(
            .recorder, "maximumSpeed", \.recorder.maximumSpeed, .number(0.1...12000, "metres per second", or: "none"),
            "A location that could only be reached faster than this is not recorded until the following ones confirm it."
        ),
        ConfigurationKey(
            .recorder, "minimumInterval", \.recorder.minimumInterval, .number(0.01...86400, "seconds", or: "none"),
            "The least time between two recorded locations."),
        ConfigurationKey(
            .recorder, "smoothing", \.recorder.smoothing, .word(or: "none"),
            """
            How positions are smoothed before they are filtered and recorded: the mean of the latest five, the same \
            weighted by accuracy, or a Kalman filter.
            """),
        ConfigurationKey(
            .recorder, "visits", \.recorder.visits, .boolean,
            """
            Whether visits are recorded: a stay of five minutes or more within 100 metres, once while it goes on and once \
            more when it is over.
            """),
        ConfigurationKey(
            .recorder, "privacyZones", \.recorder.privacyZones, .boolean,
            """
            Take private regions (regions.file) out of the track itself. Exports and clients are told nothing of them in \
            any case; what was never recorded nobody can have back. state.directory holds the latest place even so.
            """, application: .restart),
        ConfigurationKey(
            .recorder, "preset", \.recorder.preset, .word,
            """
            How the keys above are applied. configured: as they stand here. adaptive: desiredAccuracy and distanceFilter \
            follow what is being done (standing, walking, running, cycling, riding) while that is known. \
            significantChanges: sleep; only what is 500 m and 5 minutes from the last recorded location.
            """),
        ConfigurationKey(
            .recorder, "presetOnBattery", \.recorder.presetOnBattery, .word(or: "none"),
            "The preset while a battery feeds the machine. none: the same as otherwise. Not used in replay."),
        ConfigurationKey(
            .recorder, "presetOnLowBattery", \.recorder.presetOnLowBattery, .word(or: "none"),
            "The preset while the battery is low. none: the same as on any battery. Not used in replay."),
        ConfigurationKey(
            .recorder, "lowBattery", \.recorder.lowBattery, .number(1...90, "percent"),
            "Below this the battery is low, until mains or 5 percent more. Several batteries count as one."),
    ]

    private static let tracks = [
        ConfigurationKey(
            .tracks, "directory", \.tracks.directory, .path(),
            "Where the track files are. It must be writable for the user locd.", application: .restart),
        ConfigurationKey(
            .tracks, "sync", \.tracks.sync, .sync(0.1...3600),
            """
            How often what was written is forced to the disk: what a power cut may cost. always: after every write; \
            never: when the system likes to.
            """, application: .restart),
        ConfigurationKey(
            .tracks, "rotate", \.tracks.rotate, .rotation(Int(TrackRotation.minimumSize)...1_000_000_000_000),
            """
            When a new file begins. A size counts within a day. Units: KB, MB, GB and TB are powers of 1000, KiB, MiB, \
            GiB and TiB powers of 1024.
            """, application: .restart),
        ConfigurationKey(
            .tracks, "compressAfter", \.tracks.compressAfter, .integer(1...36500, "days", or: "none"),
            "When a track file is compressed. Compressed files are read like the others.", application: .restart),
        ConfigurationKey(
            .tracks, "retain", \.tracks.retain, .integer(1...36500, "days", or: "forever"),
            """
            How long a track file is kept. A year of constant driving at 1 Hz takes about 0.9 GB compressed, a parked machine next to \
            nothing. What was imported is kept until somebody removes it.
            """,
            application: .restart),
    ]

    private static let service = [
        ConfigurationKey(
            .state, "directory", \.state.directory, .path(),
            """
            Where that is kept. It must be writable for the user locd; where it is not, locd works, and after a restart \
            sees everything for the first time.
            """, application: .restart),
        ConfigurationKey(
            .regions, "file", \.regions.file, .path(),
            """
            A GeoJSON file (RFC 7946): Point with a radius, Polygon, LineString with a width, in metres. Entering and \
            leaving them is recorded. It need not exist; it is read again at every reload, and one that is wrong is refused.
            """),
        ConfigurationKey(
            .geocoder, "table", \.geocoder.table, .path(or: "none"),
            """
            The table of towns and villages, built by make places. Without it, and without a server, CLGeocoder finds nothing. It \
            is opened when somebody asks.
            """),
        ConfigurationKey(
            .geocoder, "server", \.geocoder.server, .geocodingServer(or: "none"),
            """
            An address server that answers as Nominatim does, for streets and house numbers. The coordinates and addresses that any \
            local program asks about are sent there, with http:// unencrypted. If it does not answer, the table does. It is asked \
            by locd-geocode, a package of its own: apt install locd-geocode.
            """),
        ConfigurationKey(
            .geocoder, "helper", \.geocoder.helper, .path(maximumBytes: 107),
            """
            The Unix socket of locd-geocode, which asks the server in a process of its own; the daemon itself reaches no network. It \
            is the ListenStream= of locd-geocode.socket.
            """),
        ConfigurationKey(
            .geocoder, "serverTimeout", \.geocoder.serverTimeout, .number(0.1...60, "seconds"),
            "How long the server may take to answer, and a question may wait for its turn."),
        ConfigurationKey(
            .geocoder, "serverInterval", \.geocoder.serverInterval, .number(0...3600, "seconds"),
            "The least time between two questions to the server. Public ones ask for 1 or more."),
        ConfigurationKey(
            .geocoder, "userAgent", \.geocoder.userAgent, .userAgent,
            "What locd calls itself to the server. Public ones ask for a way to reach who runs it."),
        ConfigurationKey(
            .api, "socket", \.api.socket, .path(maximumBytes: 107),
            "The Unix socket that locd status and all clients use.",
            application: .restart),
        ConfigurationKey(
            .api, "maximumConnectionsPerUser", \.api.maximumConnectionsPerUser, .integer(1...10000, nil),
            "How many connections one user may hold at a time.", application: .restart),
        ConfigurationKey(
            .clients, "file", \.clients.file, .path(),
            """
            A YAML file of the administrator's: what users and systemd units may have, whatever is decided while locd runs \
            (locd client). It need not exist; it is read again at every reload, and one that is wrong is refused.
            """),
        ConfigurationKey(
            .clients, "agent", \.clients.agent, .path(or: "none"),
            """
            A program that is asked what a client may have about which nobody has decided. It runs as locd does, gets the \
            question as JSON on its standard input, and answers with a word. none: locd client list shows who asks.
            """, application: .restart),
        ConfigurationKey(
            .clients, "agentTimeout", \.clients.agentTimeout, .number(1...600, "seconds"),
            "How long the agent may take; then it is ended, and nothing is decided.", application: .restart),
        ConfigurationKey(
            .sharing, "nmea", \.sharing.nmea, .listeningAddresses,
            """
            Where NMEA 0183 is served to other programs; the usual port is 10110. Who may have locations is decided as on \
            api.socket: by the user of the program that connects (locd client).
            """, application: .restart),
        ConfigurationKey(
            .sharing, "gpsd", \.sharing.gpsd, .listeningAddress(or: "none"),
            """
            Where gpsd's protocol is served to programs that know gpsd; gpsd itself uses tcp://127.0.0.1:2947. Who may have \
            locations is decided as on api.socket.
            """, application: .restart),
        ConfigurationKey(
            .sharing, "geoclue", \.sharing.isGeoClue, .boolean,
            """
            Whether locd is GeoClue's service (org.freedesktop.GeoClue2) on the system bus, for desktops and their maps. While \
            GeoClue runs, locd waits for the name.
            """, application: .restart),
        ConfigurationKey(
            .metrics, "file", \.metrics.file, .path(or: "none"),
            """
            A file in Prometheus' text format for the textfile collector of the node exporter, /run/locd/locd.prom say; \
            whoever may read it sees health and no place. `locd status --format prometheus` says the same once.
            """),
        ConfigurationKey(
            .metrics, "interval", \.metrics.interval, .number(1...3600, "seconds"), "How often it is written."),
        ConfigurationKey(
            .log, "level", \.log.level, .word, "The least important messages that are written."),
        ConfigurationKey(
            .display, "units", \.display.units, .word,
            "The units in which locd's commands print figures for people; --units says otherwise. JSON and files stay in SI units."
        ),
    ]
}
