/// What a name or a translation belongs to.
enum TableEntity: Hashable {
    case place(Int)
    case region(Int)
    case country(Int)

    /// As the file has it: the kind in the upper four bits.
    init(_ number: Int) throws(PlaceTableError) {
        let index = number & 0x0FFF_FFFF
        switch number >> 28 {
        case 0: self = .place(index)
        case 1: self = .region(index)
        case 2: self = .country(index)
        default: throw .damaged("there is no kind \(number >> 28) of names")
        }
    }

    /// As the file has it.
    var number: Int {
        switch self {
        case .place(let index): index
        case .region(let index): 1 << 28 | index
        case .country(let index): 2 << 28 | index
        }
    }
}
