import Glibc

/// The target that `FUZZ_TARGET` names. One program for all of them is built once.
private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        fatalError("FUZZ_TARGET is \"\(name)\"; choose one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
    }
    return target
}()

/// libFuzzer, which brings `main`, calls this with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}
