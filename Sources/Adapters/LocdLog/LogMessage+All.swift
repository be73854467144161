internal import Logging

extension LogMessage {
    /// Every message, in the order of the documentation.
    public static let all: [LogMessage] = [
        .started, .ended, .noConfigurationFile, .regionsRead, .configurationChanged,
        .configurationUnchanged, .configurationRefused, .receiverChanged, .trackRepaired, .trackNotWritable,
        .trackWritten, .trackNotClosed, .trackFileNeglected, .stateUnusable, .stateUnreadable, .stateNotWritten,
        .stateWritten, .clientRecordUnreadable, .clientRecordDamaged, .clientRecordNotWritten, .clientRecordWritten,
        .connectionRefused,
        .connectionEnded,
        .replyNotSent,
        .watchdogLate, .metricsNotWritten, .metricsWritten, .authorizationAsked, .authorizationChanged, .accessGranted,
        .accessRefused, .agentFailed, .agentNotAsked, .decisionsUnreadable, .decisionsDamaged, .decisionsNotWritten,
        .decisionsWritten, .placesUnusable, .placesUsable, .addressServerSilent, .addressServerAnswers,
        .sharingFailed, .sharingBegan, .sharingAnnounced, .hookFailed, .hookDelivered, .hookEventRefused,
        .clientNotWoken, .clientWoken, .sensorFailed, .sensorWorks,
    ]

    package static let started = LogMessage(
        "started", "47eaa0992cb6416da6dc283cf0480ff9", .notice,
        "Daemon started: it serves clients and records. The line names its version and the receiver.")
    package static let ended = LogMessage(
        "ended", "1509bb0a9bf14331aa118783593942a4", .notice,
        "Daemon ended as requested. The track is complete and on disk.")
    package static let noConfigurationFile = LogMessage(
        "noConfigurationFile", "f5ec52ed01084475a2e1bc7656670b14", .notice,
        "No configuration file found; every key has its default.",
        remedy: "None needed. `locd config default` prints a file to start from.")
    package static let regionsRead = LogMessage(
        "regionsRead", "5d32fe61985f44e7aa095ee82bb29976", .info,
        "Regions file read; the line gives the number of regions. Without the file locd monitors no regions.")
    package static let configurationChanged = LogMessage(
        "configurationChanged", "9a1e40b458154a99a9e2d15364c7a500", .notice,
        """
        Configuration key changed by a reload. The line shows the value before and after, and whether the change \
        needs a restart.
        """)
    package static let configurationUnchanged = LogMessage(
        "configurationUnchanged", "68b4aef73eaa4e17ad8a4eace693ae2d", .notice,
        "Configuration reloaded; nothing changed.")
    package static let configurationRefused = LogMessage(
        "configurationRefused", "142c836478064577a3e783e7eb04b39b", .error,
        """
        Configuration refused at a reload: the configuration, the clients file or the regions file is invalid. The \
        current one stays in force.
        """,
        remedy: """
            Correct what the line names (file, line, key), then run `systemctl reload locd`. `locd config check` \
            lists all problems.
            """)
    package static let receiverChanged = LogMessage(
        "receiverChanged", "3b041641178844f2a60df25453fe2e85", .info,
        """
        Receiver state changed, or the link to the receiver. This is a warning if there is no receiver. At most six \
        changes a minute are logged; the rest are counted.
        """,
        remedy: "`locd status` shows what to do in the current state; `locd doctor` checks the machine.")
    package static let trackRepaired = LogMessage(
        "trackRepaired", "00a154d85ed84bcca5c719c2add9ca88", .warning,
        "Track repaired: it ended in the middle of a line, as after a power cut. The incomplete line was cut off.")
    package static let trackNotWritable = LogMessage(
        "trackNotWritable", "c0290103855d4f55a9ec8712e8e3574f", .error,
        """
        Track not writable: the disk is full or read-only, or a mount is missing. Lines are queued in memory and \
        retried. Logged at most once a minute.
        """,
        remedy: "Make room, or mount the disk. `locd status` counts queued and lost lines.")
    package static let trackWritten = LogMessage(
        "trackWritten", "c7e96a230d4e4a2b8693e0c59b6101e7", .notice,
        "Track writable again; the queued lines were written.")
    package static let trackNotClosed = LogMessage(
        "trackNotClosed", "6e704245a4ff41e3a7949b80dcb0b82e", .error,
        "Lines lost: locd stopped before it could write all lines to the disk.",
        remedy: "Check the disk, then repair the file with `locd track repair`.")
    package static let trackFileNeglected = LogMessage(
        "trackFileNeglected", "6a68f4e663564b97a50082ce56550477", .warning,
        """
        Old track file skipped: it is damaged, owned by another user or not a regular file, so locd cannot read, \
        compress or remove it. It stays as it is; other files are processed. Logged once for each file and cause.
        """,
        remedy: "Correct what the line names, or move the file elsewhere. locd retries every hour.")
    package static let stateUnusable = LogMessage(
        "stateUnusable", "de1b1471320a48eaa7a788d106762832", .warning,
        """
        State damaged: the open visits and region sides of the previous run were set aside. locd starts without \
        them.
        """)
    package static let stateUnreadable = LogMessage(
        "stateUnreadable", "4350cc1721e54f21acd552a09ddbef12", .warning,
        "State not readable: locd has no permission to read the state of the previous run.",
        remedy: "Give the file to the user locd: `chown locd: /var/lib/locd/state/*`.")
    package static let stateNotWritten = LogMessage(
        "stateNotWritten", "9ed89eddd6844325a600e6129ec04ece", .warning,
        """
        State not writable, or only without a part that contains impossible figures. Recording continues, but a restart \
        would lose open visits and region sides, or that part.
        """,
        remedy: "Give state.directory to the user locd, or make room. If the line names a part, report it as a bug."
    )
    package static let stateWritten = LogMessage(
        "stateWritten", "627bf3225fac4cb6a34acb115ee347dd", .notice,
        "State writable again.")
    package static let clientRecordUnreadable = LogMessage(
        "clientRecordUnreadable", "a930d55d954540f3ae889fe46f2c7a8c", .warning,
        """
        Client record not readable: locd has no permission to read a client's regions and visits. When the client's \
        data changes, locd renames the file to NAME.unreadable.
        """,
        remedy: "Give the file to the user locd, then restart locd.")
    package static let clientRecordDamaged = LogMessage(
        "clientRecordDamaged", "43f2f1936e854f08a5927b0fe339d309", .warning,
        "Client record damaged. The file was renamed to NAME.damaged.",
        remedy: "The client adds its regions again.")
    package static let clientRecordNotWritten = LogMessage(
        "clientRecordNotWritten", "990d3cd8381d422fa50c86bd84e0164b", .error,
        "Client records not writable. Clients are served, but a restart would lose their regions and visits.",
        remedy: "Give state.directory to the user locd, or make room.")
    package static let clientRecordWritten = LogMessage(
        "clientRecordWritten", "c2fd9852284b4b898279ba572515090a", .notice,
        "Client records writable again.")
    package static let connectionRefused = LogMessage(
        "connectionRefused", "e07cb5793e7f497bacc1c0c8b0cdf20a", .debug,
        "Connection refused: the user has the maximum number of connections. The caller received an error.",
        remedy: """
            Raise api.maximumConnectionsPerUser, or find the program that does not close its connections: `locd \
            client list`.
            """)
    package static let connectionEnded = LogMessage(
        "connectionEnded", "78f6d82486ea4214a5c34e7e77ca4499", .debug,
        "Connection closed by the client during a reply.")
    package static let replyNotSent = LogMessage(
        "replyNotSent", "1dcd327f761e47cbab7e8913655c1d15", .error,
        "Reply could not be encoded; this is a bug in locd.",
        remedy: "Please report it with the line.")
    package static let watchdogLate = LogMessage(
        "watchdogLate", "9672be1a7fed4bb9a92fa271dbc52933", .warning,
        """
        Watchdog late: part of the daemon took longer than half of the watchdog interval; the line names the part. \
        systemd gets no sign of life until that part answers, and restarts the daemon if it does not.
        """,
        remedy: """
            See `journalctl -u locd` for what happened before. The machine is overloaded, or this is a bug in locd: \
            please report it.
            """)
    package static let metricsNotWritten = LogMessage(
        "metricsNotWritten", "c44a66f4cf254346acbe4f50bdbcda98", .warning,
        "Metrics file not writable. Recording continues.",
        remedy: """
            Allow the unit to write there (ReadWritePaths= in a drop-in) and the user locd to write to the \
            directory, or choose a file below /run/locd.
            """)
    package static let metricsWritten = LogMessage(
        "metricsWritten", "1e2ed6cb64704f1fa34b8db4b18fbdb1", .notice,
        "Metrics file writable again.")
    package static let authorizationAsked = LogMessage(
        "authorizationAsked", "5194ebcbb13cab9b6456fd1bfeb1a249", .notice,
        """
        Authorization requested by a client, and no agent is configured. The line names the client and the request.
        """,
        remedy: "Decide with `locd client list`, then `locd client allow`, `once` or `deny`.")
    package static let authorizationChanged = LogMessage(
        "authorizationChanged", "64e8648d18a375b6b1410f7f8afa5e0f", .notice,
        """
        Authorization of a client changed or ended. The line names the client, the authorization before and after, \
        and who decided.
        """)
    package static let accessGranted = LogMessage(
        "accessGranted", "305ebb2f9968ac9938913285fe2ec5d1", .notice,
        """
        Access to the location granted to a client; the line names the method and the reason. Logged once for each \
        client, method and answer, until a decision changes.
        """)
    package static let accessRefused = LogMessage(
        "accessRefused", "a326b0efb0cf35e0e21448b44285f950", .notice,
        """
        Access to the location refused to a client; the line names the method and the reason. Logged once for each \
        client, method and answer, until a decision changes.
        """,
        remedy: "If the client should have access: `locd client allow`, or a rule in /etc/locd/clients.yaml.")
    package static let agentFailed = LogMessage(
        "agentFailed", "6655ad876f84939e8e14dde62073584b", .warning,
        """
        Agent failed: it is missing, exited with an error, timed out or printed an invalid answer. No decision was \
        made.
        """,
        remedy: "Run it by hand with a question on its standard input; Documentation/Clients.md has an example.")
    package static let agentNotAsked = LogMessage(
        "agentNotAsked", "3775e39a2c2360ad655d2c7ade86bf2e", .warning,
        "Agent not asked about a client: too many requests are open.")
    package static let decisionsUnreadable = LogMessage(
        "decisionsUnreadable", "f52b9c9f03d4f02f1c82408403348f7e", .error,
        """
        Stored decisions not readable: locd has no permission. No stored decision applies, denials included. With \
        the next decision, locd renames the file to NAME.unreadable.
        """,
        remedy: "Give the file to the user locd, then restart locd.")
    package static let decisionsDamaged = LogMessage(
        "decisionsDamaged", "3fd32f9866c66019c0d546e1d8c651e5", .error,
        """
        Stored decisions damaged. The file was renamed to NAME.damaged. No stored decision applies, denials \
        included.
        """,
        remedy: "Decide again: `locd client list`.")
    package static let decisionsNotWritten = LogMessage(
        "decisionsNotWritten", "beca305f7e63a358a0ce3f9bd64c5546", .error,
        """
        Stored decisions not writable; the administrator received an error. The decision applies until locd ends. \
        locd retries every minute.
        """,
        remedy: "Give state.directory to the user locd, or make room.")
    package static let decisionsWritten = LogMessage(
        "decisionsWritten", "c2d17b719c6d44b9900c66c75632f221", .notice,
        "Stored decisions writable again; all decisions were written.")
    package static let placesUnusable = LogMessage(
        "placesUnusable", "7f4023289c2f622a2cbeed1f9e39ad9b", .error,
        "Place table missing or damaged. Geocoding requests fail until it is readable.",
        remedy: "Build it again, or correct geocoder.table.")
    package static let placesUsable = LogMessage(
        "placesUsable", "61f2a3507f114f42b25b0841a2264167", .notice,
        "Place table readable again.")
    package static let addressServerSilent = LogMessage(
        "addressServerSilent", "c9ffac629298f4bfb76d744672b2479b", .warning,
        """
        Address server not answering, or locd-geocode, which queries it, is not installed. The place table answers \
        instead. Logged once for each cause, until the server answers.
        """,
        remedy: "The line shows what to do. See geocoder.server and locd-geocode.socket.")
    package static let addressServerAnswers = LogMessage(
        "addressServerAnswers", "7f0475b4e03b4d08902b79251eccfeba", .notice,
        "Address server answers again.")
    package static let sharingFailed = LogMessage(
        "sharingFailed", "79c0cf8fffd348e79758914fc151385d", .error,
        """
        Sharing failed: locd cannot serve other programs on an address of sharing.nmea or sharing.gpsd, or on the \
        system bus. locd works without it, and retries twice a minute.
        """,
        remedy: "The line shows what to do. If gpsd has the port: systemctl disable --now gpsd.socket gpsd.service.")
    package static let sharingBegan = LogMessage(
        "sharingBegan", "14cc5ebcfdb4423e9510e6b15a1c2cb2", .notice,
        "Sharing restored: locd serves other programs on the address again.")
    package static let sharingAnnounced = LogMessage(
        "sharingAnnounced", "b82f4d32abef4c79ab13c99f586981a8", .notice,
        """
        Listener announced on the network with DNS-SD, by Avahi. Only a listener that sharing.network opens to the network \
        is announced; the line shows the name and the ports.
        """)
    package static let hookFailed = LogMessage(
        "hookFailed", "ea9d0e1642ff464c8f5197ab8cacb030", .warning,
        """
        Event not delivered to a hook. It waits, in order with those that follow, and locd tries again: after one second, \
        then less often, at most every five minutes. The line names the socket and the reason.
        """,
        remedy:
            "See `systemctl status 'locd-hook@*'` and `journalctl -u 'locd-hook@*'`; `locd status` counts what waits.")
    package static let hookDelivered = LogMessage(
        "hookDelivered", "ec279f50d39f4b729e6399f630aa86f6", .notice,
        "Hook works again; events are delivered.")
    package static let clientNotWoken = LogMessage(
        "clientNotWoken", "7b0f5088aa68462da8eda383b47fbfe9", .warning,
        """
        Program of a client that is away not started: its socket (wake: in clients.yaml) cannot be reached. What happened to the \
        client waits; locd tries again, at most every five minutes. The line names the socket and the reason.
        """, remedy: "See `systemctl status` of the socket unit; its SocketUser= is locd.")
    package static let clientWoken = LogMessage(
        "clientWoken", "4c567aa871184cb48fc75136dc1be5e2", .notice,
        "Socket that starts a client's program works again.")
    package static let hookEventRefused = LogMessage(
        "hookEventRefused", "ec100820fe054dc293f991fd9926b59b", .warning,
        "Event left out for all hooks: the name of its region has control or other invisible characters.",
        remedy: "Rename the region (`locd region list`).")
    package static let sensorFailed = LogMessage(
        "sensorFailed", "2334fd1b758b4eff9fc1593aea2840ac", .warning,
        """
        Sensor failed: the service that it is read from does not run, refuses locd, or says what no sensor can say. locd \
        works without it and waits for it. Logged once until it works again, at most once a minute.
        """,
        remedy: "The line shows what to do. `locd doctor` checks every sensor that is switched on.")
    package static let sensorWorks = LogMessage(
        "sensorWorks", "a5a843e01f0e41338074f4691008edb1", .notice,
        "Sensor restored: it reports again.")
}
