import Foundation
import LocdTestSupport
import Testing

/// The short form of `make fuzz`: each target with the kept inputs, and with mutations of them. There is no feedback of
/// coverage here; what libFuzzer finds is kept as an input and is tried at every run.
@Suite(.timeLimit(.minutes(10))) struct FuzzTargetTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private static func corpus(_ name: String) throws -> [[UInt8]] {
        let folder = Self.folder.appending(path: "corpus/\(name.lowercased())")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }.map { try Array(Data(contentsOf: $0)) }
    }

    @Test(arguments: FuzzTarget.all.map(\.name)) func keptInputsAndTheirMutationsHold(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let corpus = try Self.corpus(name)
        #expect(!corpus.isEmpty)
        let last = try LastInput(name)
        var mutator = Mutator(corpus: corpus, seed: 20_261_124)
        for input in corpus { last.keep(input, while: target.run) }
        // Pictures and exports of a track take a hundred times as long as a parser, and other tests wait for the
        // thread.
        for _ in 0..<Rounds.of(name == "Outputs" ? 100 : 3_000) { last.keep(mutator.next(), while: target.run) }
        last.remove()
    }

    @Test func everyTargetHasKeptInputs_AndNothingElseHas() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: "corpus").path)
        #expect(Set(folders) == Set(FuzzTarget.all.map { $0.name.lowercased() }))
    }

    @Test func aMutatorChangesWhatItIsGiven_AndIsTheSameInEachRun() {
        let corpus = [Array("$GPGLL,3926.7952,N".utf8), Array("{\"class\":\"TPV\"}".utf8)]
        var (one, same) = (Mutator(corpus: corpus, seed: 1), Mutator(corpus: corpus, seed: 1))
        let inputs = (0..<200).map { _ in one.next() }
        #expect(inputs == (0..<200).map { _ in same.next() })
        #expect(Set(inputs).count > 150 && inputs.allSatisfy { $0.count <= Mutator.longest })
        #expect(inputs.filter { corpus.contains($0) }.count < 20)
    }
}

/// The input that a target is trying, in `.build/fuzz`: if it crashes, the file is left.
private struct LastInput {
    private let descriptor: CInt
    private let path: String

    init(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: ".build/fuzz")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "last-\(name.lowercased())").path
        descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o644)
        try #require(descriptor >= 0)
    }

    func keep(_ input: [UInt8], while run: (UnsafeRawBufferPointer) -> Void) {
        input.withUnsafeBytes { bytes in
            _ = pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
            _ = ftruncate(descriptor, bytes.count)
            run(bytes)
        }
    }

    func remove() {
        close(descriptor)
        unlink(path)
    }
}
