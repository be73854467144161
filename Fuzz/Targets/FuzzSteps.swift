import LocationModel
import LocationServices
import Sensors

/// The files of a step counter, one after the other, and the counter that they make: a line is a reading, ten seconds
/// after the one before.
func fuzzSteps(_ input: UnsafeRawBufferPointer) {
    let bytes = input.bindMemory(to: UInt8.self)
    var counter = StepCounter()
    var journal = StepJournal()
    var now = Duration.zero
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        now += .seconds(10)
        guard let value = StepCounterDevice.number(Array(line)) else {
            counter.lose()
            continue
        }
        guard let counted = counter.receive(value, at: now) else { continue }
        precondition(counted.numberOfSteps > 0 && counted.numberOfSteps <= 50, "\(counted)")
        journal.add(
            StepJournal.Entry(
                from: counted.from, to: counted.to, numberOfSteps: counted.numberOfSteps, source: .counter))
    }
    let reference = ReceiverTime(.earliest, at: .zero)
    var last = Timestamp.earliest
    for steps in journal.takeAll(reference) {
        precondition(steps.to > steps.from && steps.to >= last && steps.numberOfSteps > 0)
        last = steps.to
    }
}
