// One line per halt: a stop, a pause of the recorder and a visit at the same time are the same halt.

// Within this many milliseconds one follows the other without a way between them.
const joint = 10000;

// day: a day of the server. The halts in order: { from, to, moment, latitude, longitude, town, isRequested }; from or to may be missing.
// The moment is within the pause of the recorder, where there was one.
export function halts(day) {
    const found = [
        ...day.stops.filter(stop => stop.to - stop.from >= 60000),
        ...day.pauses.map(pause => ({ ...pause, moment: middle(pause), isRequested: pause.cause !== 'stationary' })),
        ...day.visits,
    ].sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity));
    const joined = [];
    for (const { from, to, moment, latitude, longitude, town, isRequested } of found) {
        const last = joined.at(-1);
        if (last && (last.to ?? Infinity) + joint >= (from ?? -Infinity)) {
            last.to = last.to === undefined || to === undefined ? undefined : Math.max(last.to, to);
            last.moment ??= moment;
            last.latitude ??= latitude;
            last.longitude ??= longitude;
            last.town ??= town;
            last.isRequested ||= isRequested;
        } else joined.push({ from, to, moment, latitude, longitude, town, isRequested });
    }
    return joined;
}

// The middle of what happened, or what is known of it.
const middle = ({ from, to }) => Math.round(((from ?? to) + (to ?? from)) / 2);

// All that happened, in order: { kind, from, to, moment, sign, name, note, place }; at its moment one asks why.
export function happenings(day) {
    return [
        ...day.trips.map(trip => ({ ...trip, kind: 'trip', sign: '●', name: 'Trip' })),
        ...halts(day).map(halt => ({ ...halt, kind: 'halt', sign: 'P', name: halt.isRequested ? 'Recording paused' : 'Halt', note: halt.town })),
        ...day.gaps.map(gap => ({ ...gap, kind: 'gap', sign: '⋯', name: 'Gap', note: gap.text })),
        ...day.crossings.map(crossing => ({ ...crossing, from: crossing.time, to: crossing.time, kind: 'crossing', sign: crossing.isEntry ? '→' : '←',
            name: crossing.isEntry ? 'Entered' : 'Left', note: crossing.region })),
    ].sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity)).map(event => ({ ...event, moment: event.moment ?? middle(event) }));
}
