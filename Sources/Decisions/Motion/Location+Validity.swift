package import LocationModel

extension Location {
    /// Whether it can be of a receiver, as far as anything computes with it: what is read from a file is anything.
    package var isValid: Bool {
        coordinate.isValid && horizontalAccuracy.map { $0.within(.accuracy) == $0 } != false
            && speed.map { $0.within(.speed) == $0 } != false
            && course.map { (0..<360).contains($0) } != false
    }
}
