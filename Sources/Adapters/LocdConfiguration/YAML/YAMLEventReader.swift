internal import CYaml

/// libyaml's parser over a text in memory: one event after the other, each with its position.
struct YAMLEventReader: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// libyaml keeps a pointer to what it reads, so the bytes must stay where they are.
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let isReady: Bool

    /// Takes UTF-8 without a byte order mark.
    init(_ text: [UInt8]) {
        parser = .allocate(capacity: 1)
        bytes = .allocate(capacity: text.count)
        _ = bytes.initialize(from: text)
        isReady = yaml_parser_initialize(parser) == 1
        if isReady {
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        }
    }

    deinit {
        if isReady { yaml_parser_delete(parser) }
        parser.deallocate()
        bytes.deallocate()
    }

    /// The next event. After an error or the end of the stream there is none.
    mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
        guard isReady else {
            throw YAMLSyntaxError(what: "not enough memory to read it", position: YAMLPosition(line: 1, column: 1))
        }
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
        defer { yaml_event_delete(&event) }
        return Self.read(event)
    }

    private static func read(_ event: yaml_event_t) -> YAMLEvent {
        var result = YAMLEvent(kind: .streamEnd, position: YAMLPosition(event.start_mark))
        switch event.type {
        case YAML_STREAM_START_EVENT: result.kind = .streamStart
        case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
        case YAML_ALIAS_EVENT:
            result.kind = .alias
            result.isAnchored = true
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            result.kind = .scalar(YAMLScalar(scalar))
            result.isAnchored = scalar.anchor != nil
            result.tag = text(scalar.tag)
        case YAML_SEQUENCE_START_EVENT:
            result.kind = .sequenceStart
            result.isAnchored = event.data.sequence_start.anchor != nil
            result.tag = text(event.data.sequence_start.tag)
        case YAML_MAPPING_START_EVENT:
            result.kind = .mappingStart
            result.isAnchored = event.data.mapping_start.anchor != nil
            result.tag = text(event.data.mapping_start.tag)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: result.kind = .end
        default: break
        }
        return result
    }

    private func syntaxError() -> YAMLSyntaxError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "not enough memory to read it"
        if parser.pointee.error == YAML_READER_ERROR {
            // The reader knows the byte, not the line.
            return YAMLSyntaxError(
                what: problem,
                position: YAMLPosition(ofByte: parser.pointee.problem_offset, in: UnsafeBufferPointer(bytes)))
        }
        let context = parser.pointee.context.map { " " + String(cString: $0) } ?? ""
        return YAMLSyntaxError(what: problem + context, position: YAMLPosition(parser.pointee.problem_mark))
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}

extension YAMLPosition {
    /// The position of a byte in UTF-8 text; past the end, the end.
    init(ofByte offset: Int, in text: some Collection<UInt8>) {
        var place = YAMLPosition(line: 1, column: 1)
        for byte in text.prefix(max(0, offset)) {
            if byte == UInt8(ascii: "\n") {
                place.line += 1
                place.column = 1
            } else if byte & 0xC0 != 0x80 {
                place.column += 1
            }
        }
        self = place
    }

    fileprivate init(_ mark: yaml_mark_t) {
        // A file is far smaller than Int.max, but this line must not depend on that.
        line = Int(clamping: mark.line) &+ 1
        column = Int(clamping: mark.column) &+ 1
    }
}

extension YAMLScalar {
    fileprivate init(_ scalar: yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar) {
        text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        style =
            switch scalar.style {
            case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
            case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
            default: .plain
            }
    }
}
