/// A type of the Varlink interface language, names resolved, so that a file and Swift's types can be compared.
indirect enum VarlinkType: Hashable {
    case bool, int, float, string
    case optional(VarlinkType)
    case array(VarlinkType)
    case dictionary(VarlinkType)
    case enumeration([String])
    case structure([String: VarlinkType])
    case named(String)
}
