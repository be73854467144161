import Glibc

/// The sanitizer of this build, if it has one; the programs that were built beside the tests have the same.
public enum Sanitizer {
    /// Whether there is one: the program then holds several times the memory, more with all that it does, and is
    /// slower. Nothing is to be said of its memory.
    public static let isPresent = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }
}
