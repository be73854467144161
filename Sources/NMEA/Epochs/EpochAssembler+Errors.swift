extension EpochAssembler {
    private mutating func gst() -> GST? {
        if let gst = draft.gst { return gst }
        guard let earlyGST, let time = draft.time, isSame(time, earlyGST.time) else { return nil }
        return earlyGST
    }

    /// The error that the receiver estimated for this epoch.
    private mutating func estimated() -> PSRFEPE? {
        guard let psrfepe, let time = draft.time, isSame(time, psrfepe.time) else { return nil }
        return psrfepe
    }

    /// What the receiver said of its errors. Nothing about the altitude where it is not solved for.
    // Mutating only to avoid a copy of the assembler.
    mutating func addErrors(to epoch: inout Epoch, isFlat: Bool, vdop: Double?) {
        let estimated = estimated()
        epoch.gst = gst()
        epoch.horizontalAccuracy = draft.pubx?.horizontalAccuracy ?? estimated?.horizontal
        epoch.pgrme = draft.pgrme
        guard !isFlat else {
            epoch.gst?.altitude = nil
            epoch.pgrme?.vertical = nil
            return
        }
        epoch.verticalAccuracy = draft.pubx?.verticalAccuracy ?? estimated?.vertical
        epoch.vdop = draft.pubx?.vdop ?? vdop
    }
}
