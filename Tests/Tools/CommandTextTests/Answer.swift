import CommandText

/// The exit status of the command. Swift Testing has a type of the same name; this file does not import it.
typealias Answer = ExitStatus
