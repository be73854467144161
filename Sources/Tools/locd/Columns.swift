/// Rows as a table: each column as wide as its widest cell, two spaces apart.
enum Columns {
    /// The lines, each ended by a newline. `alignedRight`: the columns of figures.
    static func text(_ rows: [[String]], alignedRight: Set<Int> = []) -> String {
        var widths: [Int] = []
        for row in rows {
            for (index, cell) in row.enumerated() {
                if index == widths.count { widths.append(0) }
                widths[index] = max(widths[index], cell.count)
            }
        }
        return rows.map { row in
            var line = ""
            for (index, cell) in row.enumerated() {
                let space = String(repeating: " ", count: widths[index] - cell.count)
                if index > 0 { line += "  " }
                line += alignedRight.contains(index) ? space + cell : cell + space
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
