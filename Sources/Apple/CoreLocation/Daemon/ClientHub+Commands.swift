import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

extension ClientHub {
    /// The maximum number of a program's regions, as in Core Location. The daemon takes more and monitors the nearest.
    static let maximumRegions = 20

    /// Performs a command, and reports the result to its caller.
    func carryOut(_ command: Command) async {
        switch command {
        case .startMonitoring(let region, let manager, let number):
            await learnAuthorizationFirst()
            // The daemon asks somebody then.
            if state.withLock(\.isUndecided) { await waitForSession() }
            await startMonitoring(region, for: manager, number: number)
        case .stopMonitoring(let identifier, let number):
            await stopMonitoring(identifier)
            state.withLock { $0.didCarryOut(number, of: identifier) }
        case .requestState(let region, let manager):
            await learnAuthorizationFirst()
            await inquire(RegionInquiry(region: region, manager: manager))
        case .monitorVisits(let on):
            await waitForSession()
            await learnAuthorizationFirst()
            await monitorVisits(on)
            endIfAlone { $0.visitCommands -= 1 }
        case .takeUp: await takeUp()
        case .deliverWaiting: delivering.withLock { _ in deliverWaiting() }
        case .mark(let say): say()
        }
    }

    private func monitorVisits(_ on: Bool) async {
        let isPending = state.withLock { state in
            state.hasPendingVisits = on && state.authorization?.isAuthorized != true
            return state.hasPendingVisits
        }
        // A session with visits requires authorization. If the daemon is away, it receives the command on its
        // return.
        if !isPending { try? await on ? session.start(.monitoringVisits) : session.stop(.monitoringVisits) }
    }

    private func takeUp() async {
        let (isAuthorized, stops, regions, hasVisits) = state.withLock { state in
            (
                state.authorization?.isAuthorized == true, state.pendingStops, Array(state.pendingRegions.values),
                state.hasPendingVisits
            )
        }
        guard isAuthorized else { return }
        for identifier in stops { await stopMonitoring(identifier) }
        for region in regions { try? await monitor(region) }
        if hasVisits { await monitorVisits(true) }
    }

    /// Stops a region; if the daemon is away or refuses now, on its return.
    private func stopMonitoring(_ identifier: String) async {
        state.withLock { state in
            state.regions[identifier] = nil
            state.pendingRegions[identifier] = nil
            state.pendingStops.insert(identifier)
        }
        do throws(LocdClientError) {
            try await daemon.stopMonitoring(for: identifier, label: label)
        } catch {
            if error.isUnreachable || error.refusedStatus != nil { return }
            // A region that the daemon does not know is not monitored, as requested.
        }
        state.withLock { state in
            state.regionChanges += 1
            state.pendingStops.remove(identifier)
        }
    }

    private func startMonitoring(_ region: Region, for manager: ManagerReference, number: UInt64) async {
        // Stored before it is delivered, because the receiver may read it at once. Events of the region follow.
        func finish(_ report: () -> Void) {
            delivering.withLock { _ in
                state.withLock { $0.didCarryOut(number, of: region.identifier) }
                report()
                deliverWaiting()
            }
        }
        let isTooMany = state.withLock { state in
            let known = Set(state.regions.keys).union(state.pendingRegions.keys)
            return !known.contains(region.identifier) && known.count >= Self.maximumRegions
        }
        guard !isTooMany, region.isMonitorable else {
            return finish { manager.monitoringDidFail(for: region, CLError(.regionMonitoringFailure)) }
        }
        do {
            try await monitor(region)
            finish { manager.didStartMonitoring(region) }
        } catch {
            let code: CLError.Code =
                if error.isUnreachable {
                    .regionMonitoringSetupDelayed
                } else if error.refusedStatus != nil || error.isOfAccuracy {
                    .regionMonitoringDenied
                } else {
                    .regionMonitoringFailure
                }
            if code != .regionMonitoringFailure {
                state.withLock { state in
                    state.pendingRegions[region.identifier] = region
                    state.pendingStops.remove(region.identifier)
                }
            }
            finish { manager.monitoringDidFail(for: region, CLError(code, because: error)) }
        }
    }

    /// Makes the daemon monitor a region, which is then no longer pending.
    func monitor(_ region: Region) async throws(LocdClientError) {
        try await daemon.startMonitoring(for: region, label: label)
        state.withLock { state in
            state.regions[region.identifier] = region
            state.regionChanges += 1
            state.pendingStops.remove(region.identifier)
            if state.pendingRegions[region.identifier] == region { state.pendingRegions[region.identifier] = nil }
        }
    }
}
