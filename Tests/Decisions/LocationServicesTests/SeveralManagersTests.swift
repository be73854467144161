import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// Several managers on one receiver: each gets exactly what it would get alone.
@Suite(.timeLimit(.minutes(5))) struct SeveralManagersTests {
    @Test(arguments: 0..<10) func eachGetsWhatItWouldGetAlone(seed: Int) async {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixes = SpoiltDrive.fixes(&random)
        let settings = HubBench.threeClients + [.random(&random), .random(&random)]
        let together = await HubBench.events(fixes, settings)
        for (settings, events) in zip(settings, together) {
            #expect(await HubBench.events(fixes, [settings]) == [events])
        }
        #expect(Set(together.prefix(3).map(\.locations.count)).count == 3)
    }
}
