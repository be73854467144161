internal import CLinux

/// How much memory this process keeps.
public enum ProcessMemory {
    /// Makes the C library give back what is freed. For a process that runs for long; to be called as it starts.
    public static func settle() { clinux_memory_settle() }

    /// Gives back what is free, and pages of the program that can be read again. Takes about a millisecond.
    public static func giveBack() { clinux_memory_give_back() }
}
