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
        .sharingFailed, .sharingBegan,
    ]

    package static let started = LogMessage(
        "started", "47eaa0992cb6416da6dc283cf0480ff9", .notice,
        "The daemon serves and records. The line names its version and the receiver that it reads.")
    package static let ended = LogMessage(
        "ended", "1509bb0a9bf14331aa118783593942a4", .notice,
        "The daemon was told to end, and did: the track is complete and on the disk.")
    package static let noConfigurationFile = LogMessage(
        "noConfigurationFile", "f5ec52ed01084475a2e1bc7656670b14", .notice,
        "There is no configuration file: everything is at its default.",
        remedy: "None needed. `locd config default` prints a file to start from.")
    package static let regionsRead = LogMessage(
        "regionsRead", "5d32fe61985f44e7aa095ee82bb29976", .info,
        "The regions file was read; the line counts its regions. Without the file no regions are watched.")
    package static let configurationChanged = LogMessage(
        "configurationChanged", "9a1e40b458154a99a9e2d15364c7a500", .notice,
        """
        A reload changed a key; the line has the value before and the one now, and says where that needs a restart.
        """)
    package static let configurationUnchanged = LogMessage(
        "configurationUnchanged", "68b4aef73eaa4e17ad8a4eace693ae2d", .notice,
        "A reload found nothing changed.")
    package static let configurationRefused = LogMessage(
        "configurationRefused", "142c836478064577a3e783e7eb04b39b", .error,
        "A reload found a configuration or a regions file that is wrong. The one in force stays.",
        remedy: """
            Correct what the line names (file, line, key), then `systemctl reload locd`. `locd config check` says all \
            that is wrong.
            """)
    package static let receiverChanged = LogMessage(
        "receiverChanged", "3b041641178844f2a60df25453fe2e85", .info,
        """
        The receiver, or the link to it, came into another state; a warning where there is nothing to talk to. At \
        most six a minute are written; the rest is counted.
        """,
        remedy: """
            `locd status` says what to do in the present state, `locd doctor` looks at the box around it.
            """)
    package static let trackRepaired = LogMessage(
        "trackRepaired", "00a154d85ed84bcca5c719c2add9ca88", .warning,
        "The track ended in the middle of a line, as after a power cut; the piece was cut off.")
    package static let trackNotWritable = LogMessage(
        "trackNotWritable", "c0290103855d4f55a9ec8712e8e3574f", .error,
        """
        The track cannot be written: a full or read-only disk, a mount that is missing. Lines wait in memory and are \
        tried again. Told at most once a minute.
        """,
        remedy: """
            Make room, or mount the disk. `locd status` counts the lines that wait and those that were lost.
            """)
    package static let trackWritten = LogMessage(
        "trackWritten", "c7e96a230d4e4a2b8693e0c59b6101e7", .notice,
        "The track is written again.")
    package static let trackNotClosed = LogMessage(
        "trackNotClosed", "6e704245a4ff41e3a7949b80dcb0b82e", .error,
        "At the end of the daemon the last lines could not be brought to the disk.",
        remedy: "Look at the disk; `locd track repair` says whether the file is whole.")
    package static let trackFileNeglected = LogMessage(
        "trackFileNeglected", "6a68f4e663564b97a50082ce56550477", .warning,
        """
        An old track file cannot be read, compressed or removed: damaged, not this user's, no file. It stays as it is, and \
        the others are seen to. Told once for each file and cause.
        """,
        remedy: """
            Correct what the line names, or move the file elsewhere; it is tried again every hour.
            """)
    package static let stateUnusable = LogMessage(
        "stateUnusable", "de1b1471320a48eaa7a788d106762832", .warning,
        """
        What an earlier run kept (open visits, sides of regions) is damaged. It was set aside, and everything is \
        seen for the first time.
        """)
    package static let stateUnreadable = LogMessage(
        "stateUnreadable", "4350cc1721e54f21acd552a09ddbef12", .warning,
        "What an earlier run kept may not be read.",
        remedy: "Give the file to the user locd: `chown locd: /var/lib/locd/state/*`.")
    package static let stateNotWritten = LogMessage(
        "stateNotWritten", "9ed89eddd6844325a600e6129ec04ece", .warning,
        "What must survive a restart cannot be written. Recording goes on.",
        remedy: "Give state.directory to the user locd, or make room.")
    package static let stateWritten = LogMessage(
        "stateWritten", "627bf3225fac4cb6a34acb115ee347dd", .notice,
        "What must survive a restart is written again.")
    package static let clientRecordUnreadable = LogMessage(
        "clientRecordUnreadable", "a930d55d954540f3ae889fe46f2c7a8c", .warning,
        """
        What was kept of a client (its regions and visits) may not be read. What is kept of it next sets it aside with the \
        ending .unreadable.
        """,
        remedy: "Give the file to the user locd, and start locd again.")
    package static let clientRecordDamaged = LogMessage(
        "clientRecordDamaged", "43f2f1936e854f08a5927b0fe339d309", .warning,
        "What was kept of a client is damaged, and was set aside beside its name, with the ending .damaged.",
        remedy: "The client adds its regions again.")
    package static let clientRecordNotWritten = LogMessage(
        "clientRecordNotWritten", "990d3cd8381d422fa50c86bd84e0164b", .error,
        "What is to be kept of clients cannot be written. They are served, and lose it at a restart.",
        remedy: "Give state.directory to the user locd, or make room.")
    package static let clientRecordWritten = LogMessage(
        "clientRecordWritten", "c2fd9852284b4b898279ba572515090a", .notice,
        "What must survive a restart is written again for clients.")
    package static let connectionRefused = LogMessage(
        "connectionRefused", "e07cb5793e7f497bacc1c0c8b0cdf20a", .debug,
        "A user has as many connections as one may have; the caller was told.",
        remedy: "Raise api.maximumConnectionsPerUser, or look who does not close them: `locd client list`.")
    package static let connectionEnded = LogMessage(
        "connectionEnded", "78f6d82486ea4214a5c34e7e77ca4499", .debug,
        "A caller went away in the middle of an answer.")
    package static let replyNotSent = LogMessage(
        "replyNotSent", "1dcd327f761e47cbab7e8913655c1d15", .error,
        "A reply could not be put into words. A fault of locd.",
        remedy: "Please report it with the line.")
    package static let watchdogLate = LogMessage(
        "watchdogLate", "9672be1a7fed4bb9a92fa271dbc52933", .warning,
        """
        Something in the daemon took longer than half of the time that the service manager allows; the line says \
        what. It is not told that all is well until that answers, and restarts the daemon when it does not.
        """,
        remedy: """
            `journalctl -u locd` shows what was before it. A machine that is far too busy, or a fault of locd: please \
            report it.
            """)
    package static let metricsNotWritten = LogMessage(
        "metricsNotWritten", "c44a66f4cf254346acbe4f50bdbcda98", .warning,
        "The metrics file cannot be written. Recording goes on.",
        remedy: """
            Let the unit write there, with ReadWritePaths= in a drop-in, and the user locd in the directory; or choose a \
            file below /run/locd.
            """)
    package static let metricsWritten = LogMessage(
        "metricsWritten", "1e2ed6cb64704f1fa34b8db4b18fbdb1", .notice,
        "The metrics file is written again.")
    package static let authorizationAsked = LogMessage(
        "authorizationAsked", "5194ebcbb13cab9b6456fd1bfeb1a249", .notice,
        "A client asks what it may have, and there is no agent that could be asked. The line says who and for what.",
        remedy: "Decide: `locd client list`, then `locd client allow`, `once` or `deny`.")
    package static let authorizationChanged = LogMessage(
        "authorizationChanged", "64e8648d18a375b6b1410f7f8afa5e0f", .notice,
        """
        What a client may have was decided or ended; the line says who it is, what was before and is now, and by \
        whom.
        """)
    package static let accessGranted = LogMessage(
        "accessGranted", "305ebb2f9968ac9938913285fe2ec5d1", .notice,
        """
        A client was let have what a method tells of where this machine is, and why. Once for each client, \
        method and answer, until something is decided.
        """)
    package static let accessRefused = LogMessage(
        "accessRefused", "a326b0efb0cf35e0e21448b44285f950", .notice,
        "A client was refused a method, and why. Once for each client, method and answer, until something is decided.",
        remedy: "Where it should not be: `locd client allow`, or a rule in /etc/locd/clients.yaml.")
    package static let agentFailed = LogMessage(
        "agentFailed", "6655ad876f84939e8e14dde62073584b", .warning,
        """
        The agent gave no answer that can be used: it is missing, ended with an error, took too long, or said \
        something else. Nothing is decided by it.
        """,
        remedy: "Run it by hand with a question on its standard input; Documentation/Clients.md has one.")
    package static let agentNotAsked = LogMessage(
        "agentNotAsked", "3775e39a2c2360ad655d2c7ade86bf2e", .warning,
        "The agent was not asked about a client, because too many questions are open.")
    package static let decisionsUnreadable = LogMessage(
        "decisionsUnreadable", "f52b9c9f03d4f02f1c82408403348f7e", .error,
        """
        What was decided about clients may not be read. None of it holds, refusals neither. The next decision sets it aside with \
        the ending .unreadable.
        """,
        remedy: "Give the file to the user locd, and start locd again.")
    package static let decisionsDamaged = LogMessage(
        "decisionsDamaged", "3fd32f9866c66019c0d546e1d8c651e5", .error,
        """
        What was decided about clients is damaged, and was set aside with the ending .damaged. None of it holds, \
        refusals neither.
        """,
        remedy: "Decide anew: `locd client list`.")
    package static let decisionsNotWritten = LogMessage(
        "decisionsNotWritten", "beca305f7e63a358a0ce3f9bd64c5546", .error,
        """
        What is decided about clients cannot be written, and whoever decided was told. It holds until locd ends; each minute it \
        is tried again.
        """,
        remedy: "Give state.directory to the user locd, or make room.")
    package static let decisionsWritten = LogMessage(
        "decisionsWritten", "c2d17b719c6d44b9900c66c75632f221", .notice,
        "What is decided about clients is kept again, all of it.")
    package static let placesUnusable = LogMessage(
        "placesUnusable", "7f4023289c2f622a2cbeed1f9e39ad9b", .error,
        "The place table cannot be read or is damaged: geocoding is refused until it can.",
        remedy: "Make it anew, or correct geocoder.table.")
    package static let placesUsable = LogMessage(
        "placesUsable", "61f2a3507f114f42b25b0841a2264167", .notice,
        "The place table can be read again.")
    package static let addressServerSilent = LogMessage(
        "addressServerSilent", "c9ffac629298f4bfb76d744672b2479b", .warning,
        """
        The address server does not answer, or locd-geocode, which asks it, is not there; the place table answers instead. \
        Each cause is logged once, until the server answers.
        """,
        remedy: "The line says what to do. See geocoder.server and locd-geocode.socket.")
    package static let addressServerAnswers = LogMessage(
        "addressServerAnswers", "7f0475b4e03b4d08902b79251eccfeba", .notice,
        "The address server answers again.")
    package static let sharingFailed = LogMessage(
        "sharingFailed", "79c0cf8fffd348e79758914fc151385d", .error,
        """
        Other programs cannot be served on an address of sharing.nmea or sharing.gpsd, or on the system bus. locd works without it, and tries again twice \
        a minute.
        """,
        remedy: "The line says what to do. If gpsd has the port: systemctl disable --now gpsd.socket gpsd.service.")
    package static let sharingBegan = LogMessage(
        "sharingBegan", "14cc5ebcfdb4423e9510e6b15a1c2cb2", .notice,
        "Other programs are served again on an address that could not be listened on.")
}
