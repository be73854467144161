/// What comes out of a stream of sentences.
public enum Report: Sendable, Hashable {
    /// One epoch: the same time comes once, as long as the receiver does not go back.
    case epoch(Epoch)
    /// The satellites.
    case sky(SkyReport)
    /// Where the bow points.
    case heading(HeadingSentence)
}
