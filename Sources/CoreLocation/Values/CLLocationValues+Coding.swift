extension CLLocationValues {
    /// The figures, and their keys in an archive.
    private static let figures: [(key: String, path: any WritableKeyPath<CLLocationValues, Double> & Sendable)] = [
        ("latitude", \.coordinate.latitude), ("longitude", \.coordinate.longitude), ("altitude", \.altitude),
        ("ellipsoidalAltitude", \.ellipsoidalAltitude), ("horizontalAccuracy", \.horizontalAccuracy),
        ("verticalAccuracy", \.verticalAccuracy), ("course", \.course), ("courseAccuracy", \.courseAccuracy),
        ("speed", \.speed), ("speedAccuracy", \.speedAccuracy),
    ]

    /// Reads an archive; `nil` where it holds no place or no time. What else is missing stays unknown.
    init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "latitude"), coder.containsValue(forKey: "longitude"),
            let timestamp = coder.decodeObject(of: NSDate.self, forKey: "timestamp")
        else { return nil }
        self.init(coordinate: CLLocationCoordinate2D(), timestamp: timestamp as Date)
        for (key, path) in Self.figures where coder.containsValue(forKey: key) {
            self[keyPath: path] = coder.decodeDouble(forKey: key)
        }
        floor = coder.decodeObject(of: CLFloor.self, forKey: "floor")
        sourceInformation = coder.decodeObject(of: CLLocationSourceInformation.self, forKey: "sourceInformation")
    }

    func encode(with coder: NSCoder) {
        for (key, path) in Self.figures { coder.encode(self[keyPath: path], forKey: key) }
        coder.encode(timestamp as NSDate, forKey: "timestamp")
        coder.encode(floor, forKey: "floor")
        coder.encode(sourceInformation, forKey: "sourceInformation")
    }
}
