// One line per halt: a stop, a pause of the recorder and a visit at the same time are the same halt.

// Within this many milliseconds one follows the other without a way between them.
const joint = 10000;

// day: a day of the server. The halts in order: { from, to, latitude, longitude, town, isRequested }; from or to may be missing.
export function halts(day) {
    const found = [
        ...day.stops.filter(stop => stop.to - stop.from >= 60000),
        ...day.pauses.map(pause => ({ ...pause, isRequested: pause.cause !== 'stationary' })),
        ...day.visits,
    ].sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity));
    const joined = [];
    for (const { from, to, latitude, longitude, town, isRequested } of found) {
        const last = joined.at(-1);
        if (last && (last.to ?? Infinity) + joint >= (from ?? -Infinity)) {
            last.to = last.to === undefined || to === undefined ? undefined : Math.max(last.to, to);
            last.latitude ??= latitude;
            last.longitude ??= longitude;
            last.town ??= town;
            last.isRequested ||= isRequested;
        } else joined.push({ from, to, latitude, longitude, town, isRequested });
    }
    return joined;
}

// All that happened, in order: { kind, from, to, sign, name, note, place }.
export function happenings(day) {
    return [
        ...day.trips.map(trip => ({ ...trip, kind: 'trip', sign: '●', name: 'Trip' })),
        ...halts(day).map(halt => ({ ...halt, kind: 'halt', sign: 'P', name: halt.isRequested ? 'Recording paused' : 'Halt', note: halt.town })),
        ...day.gaps.map(gap => ({ ...gap, kind: 'gap', sign: '⋯', name: 'Gap', note: gap.text })),
        ...day.crossings.map(crossing => ({ ...crossing, from: crossing.time, to: crossing.time, kind: 'crossing', sign: crossing.isEntry ? '→' : '←',
            name: crossing.isEntry ? 'Entered' : 'Left', note: crossing.region })),
    ].sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity));
}
