internal import CSqlite
internal import LocationModel

struct SQLiteFailure: Error, Hashable {
    /// The result code, such as `SQLITE_NOTADB`.
    var code: Int32
    /// SQLite's message.
    var words: String
}

/// A connection to an SQLite database that is only read, and that is untrusted input: its size, its schema and what it
/// computes are bounded. Used by one thread at a time.
final class SQLiteReader {
    enum Value: Hashable {
        case null
        case integer(Int)
        case text(String)
        case blob([UInt8])
    }

    /// No text or blob of the database is longer, and no row.
    static let maximumBytes = 2 << 20
    /// The memory that SQLite may use for all of it.
    private static let maximumMemory: Int64 = 16 << 20
    /// Steps of a query between two looks at its budget, and how many looks it has. A tile that is found by its index
    /// takes 30 steps; what scans a table, or computes without end, stops after a tenth of a second.
    private static let (stepsPerLook, looks): (Int32, Int) = (1000, 2000)

    private let handle: OpaquePointer
    private let budget: UnsafeMutablePointer<Int>

    /// Opens a database. The file must not change while it is open.
    init(path: String) throws(SQLiteFailure) {
        // Process-wide; nothing else here uses SQLite.
        sqlite3_hard_heap_limit64(Self.maximumMemory)
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(Self.address(of: path), &opened, flags, nil)
        guard let opened, code == SQLITE_OK else {
            let failure = SQLiteFailure(
                code: code, words: opened.map(Self.words) ?? String(cString: sqlite3_errstr(code)))
            sqlite3_close_v2(opened)
            throw failure
        }
        handle = opened
        budget = .allocate(capacity: 1)
        budget.initialize(to: 0)
        for (limit, value) in [
            (SQLITE_LIMIT_LENGTH, Int32(Self.maximumBytes)), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
            (SQLITE_LIMIT_COLUMN, 100),
            (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 20), (SQLITE_LIMIT_VDBE_OP, 10_000),
            (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
        ] { _ = sqlite3_limit(handle, limit, value) }
        sqlite3_progress_handler(
            handle, Self.stepsPerLook,
            { budget in
                guard let budget = budget?.assumingMemoryBound(to: Int.self) else { return 1 }
                budget.pointee -= 1
                return budget.pointee > 0 ? 0 : 1
            }, budget)
        // Functions of its schema are not trusted, pages are checked, and nothing is mapped: a file that is cut short
        // would kill the process.
        let settings = """
            PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA query_only=ON; PRAGMA mmap_size=0;
            PRAGMA temp_store=MEMORY; PRAGMA cache_size=-1024;
            """
        budget.pointee = Self.looks
        let set = sqlite3_exec(handle, settings, nil, nil, nil)
        guard set == SQLITE_OK else { throw SQLiteFailure(code: set, words: Self.words(handle)) }
    }

    deinit {
        sqlite3_close_v2(handle)
        budget.deallocate()
    }

    /// The first column of the first row; `nil` if there is no row.
    func first(_ query: String, _ parameters: [Value] = []) throws(SQLiteFailure) -> Value? {
        budget.pointee = Self.looks
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, query, -1, &prepared, nil)
        defer { sqlite3_finalize(prepared) }
        guard code == SQLITE_OK, let prepared else { throw SQLiteFailure(code: code, words: Self.words(handle)) }
        for (index, parameter) in parameters.enumerated() {
            bind(parameter, to: prepared, at: Int32(index + 1))
        }
        switch sqlite3_step(prepared) {
        case SQLITE_DONE: return nil
        case SQLITE_ROW: return value(of: prepared)
        case let code: throw SQLiteFailure(code: code, words: Self.words(handle))
        }
    }

    private func bind(_ value: Value, to statement: OpaquePointer, at index: Int32) {
        // SQLite copies what it is given.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
        case .text(let text): sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), transient)
        case .blob(let bytes): sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), transient)
        }
    }

    private func value(of statement: OpaquePointer) -> Value {
        switch sqlite3_column_type(statement, 0) {
        case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, 0)))
        case SQLITE_BLOB:
            guard let start = sqlite3_column_blob(statement, 0) else { return .blob([]) }
            let count = Int(sqlite3_column_bytes(statement, 0))
            return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
        case SQLITE_TEXT, SQLITE_FLOAT:
            guard let start = sqlite3_column_text(statement, 0) else { return .null }
            let count = Int(sqlite3_column_bytes(statement, 0))
            return .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        default: return .null
        }
    }

    /// The path as SQLite's URI. `immutable`: no locks and no journal beside it, whose directory locd-web may not
    /// write.
    private static func address(of path: String) -> String {
        var address = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                address.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                address += "%" + byte.hexadecimal
            }
        }
        return address + "?immutable=1"
    }

    private static func words(_ handle: OpaquePointer) -> String { String(cString: sqlite3_errmsg(handle)) }
}
