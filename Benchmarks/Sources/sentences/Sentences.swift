import Glibc
import Measuring
import NMEA

/// What reading NMEA 0183 costs: bytes that lie in memory, one thread, 64 kB at a time.
///
///     locd simulate loop --loop --epochs 200000 --output drive.nmea
///     swift run --package-path Benchmarks -c release sentences [--json FILE] drive.nmea [REPETITIONS]
@main
enum Sentences {
    static func main() {
        guard let arguments = Arguments(), let path = arguments.rest.first, arguments.rest.count <= 2,
            let repetitions = arguments.rest.count == 2 ? Int(arguments.rest[1]) : 9, repetitions > 0,
            let bytes = contents(of: path)
        else { complain("usage: sentences [--json FILE] NMEA-FILE [REPETITIONS], a file that can be read") }
        let count = scan(bytes)
        guard count > 0 else { complain("\(path): no sentence in it", status: 65) }
        print("\(count) sentences, \(bytes.count) bytes, \(repetitions) times, processor time, median:")
        print("million sentences a second, MB a second, found")
        var figures = Figures()
        func measured(_ name: String, _ body: ([UInt8]) -> Int) {
            let seconds = measure(name, repetitions, bytes, count, body)
            let each = seconds.map { $0 / Double(count) * 1e9 }
            figures.add(name, ["fastest ns/sentence": each[0], "median ns/sentence": each[each.count / 2]])
        }
        measured("found and checked", scan)
        measured("and their fields read", parse)
        measured("and put together to epochs and sky views", decode)
        keep(figures, arguments)
    }

    /// Seconds of each repetition, the least first.
    private static func measure(
        _ name: String, _ repetitions: Int, _ bytes: [UInt8], _ sentences: Int, _ body: ([UInt8]) -> Int
    ) -> [Double] {
        var results: [Double] = []
        var found = 0
        for _ in 0..<repetitions {
            let start = processorTime()
            found = body(bytes)
            results.append(Double(processorTime() - start) / 1e9)
        }
        results.sort()
        let seconds = results[results.count / 2]
        let rates = [Double(sentences), Double(bytes.count)].map { ($0 / seconds / 1e5).rounded() / 10 }
        let padding = String(repeating: " ", count: max(1, 44 - name.count))
        print("\(name)\(padding)\(rates[0])  \(rates[1])  \(found)")
        return results
    }

    private static func scan(_ bytes: [UInt8]) -> Int {
        var scanner = SentenceScanner()
        var found = 0
        forEachPiece(of: bytes) { scanner.scan($0) { _ in found += 1 } }
        scanner.finish { _ in found += 1 }
        return found
    }

    private static func parse(_ bytes: [UInt8]) -> Int {
        var scanner = SentenceScanner()
        var found = 0
        forEachPiece(of: bytes) { piece in
            scanner.scan(piece) { if Sentence($0) != nil { found += 1 } }
        }
        scanner.finish { if Sentence($0) != nil { found += 1 } }
        return found
    }

    private static func decode(_ bytes: [UInt8]) -> Int {
        var decoder = NMEADecoder()
        var found = 0
        forEachPiece(of: bytes) { piece in decoder.decode(piece) { _ in found += 1 } }
        decoder.finish { _ in found += 1 }
        return found
    }

    private static func forEachPiece(of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) {
        bytes.withUnsafeBytes { all in
            for start in stride(from: 0, to: all.count, by: 64 << 10) {
                body(UnsafeRawBufferPointer(rebasing: all[start..<min(start + 64 << 10, all.count)]))
            }
        }
    }

    private static func contents(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count >= 0 else { return nil }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }
}
