// What the anchor watch has to alarm about: pure functions of what the page knows. Times are milliseconds since 1970.

import * as words from './words.js';

// After this many seconds of silence nobody watches.
export const patience = 15;

// Why nobody can say where the box is; null if the page knows.
// streamed: when the last event of the stream came; fixed: when the last fix came, or when the page began without one.
export function blindness({ now, streamed, fixed, state }) {
    const silence = (now - streamed) / 1000;
    if (silence > patience) return { id: 'stream', text: `no connection to locd-web for ${words.duration(silence)}` };
    if (state?.reachable === false) return { id: 'daemon', text: state.sentence };
    if (state?.untrusted) return { id: 'integrity', text: state.sentence };
    const age = (now - fixed) / 1000;
    return age > patience ? { id: 'fix', text: `no fix for ${words.duration(age)}${state?.sentence ? `: ${state.sentence}` : ''}` } : null;
}

// The alarms of a watch, the worst first: [{ id, text }]. watch: null if there is none, else
//   state of the region as last known; since when it is unknown, and when the boat left; until: its end; listed: when the server last
//   confirmed it; gone: when it was no longer there; slept: [from, to] if the page stood still.
export function alarms(watch, facts) {
    if (!watch) return [];
    const found = [];
    const { now } = facts;
    const blind = watch.gone ? null : blindness(facts);
    if (watch.state === 'outside') found.push({ id: 'left', text: `Anchor alarm: the boat has left its circle${watch.left ? ` at ${words.minute(watch.left)}` : ''}` });
    if (watch.gone) {
        // The clocks of the box and of this machine may differ.
        const isOver = watch.until && watch.gone >= watch.until - 60000;
        found.push(isOver ? { id: 'ended', text: `The anchor watch ended at ${words.minute(watch.until)}: its time ran out` }
            : { id: 'removed', text: `The anchor watch was removed elsewhere, noticed at ${words.minute(watch.gone)}` });
    } else if (blind) found.push({ id: blind.id, text: `The anchor is not being watched: ${blind.text}` });
    else if (watch.state === 'unknown' && now - watch.unknown > 2 * patience * 1000) {
        found.push({ id: 'unknown', text: 'The anchor is not being watched: locd cannot tell yet whether the boat is inside' });
    } else if (now - watch.listed > 4 * patience * 1000) {
        found.push({ id: 'unlisted', text: 'The anchor is not being watched: the page cannot read the regions' });
    }
    if (watch.slept) {
        found.push({ id: 'slept', text: `This page stood still from ${words.minute(watch.slept[0])} to ${words.minute(watch.slept[1])} and could not alarm` });
    }
    return found;
}

// What to show: silenced holds the ids of the alarms that people have silenced; one that has ended may sound again.
export function shown(found, silenced) {
    const still = new Set([...silenced].filter(id => found.some(alarm => alarm.id === id)));
    const isLoud = found.some(alarm => !still.has(alarm.id));
    return { silenced: still, isLoud, text: found.map(alarm => alarm.text).join('. '), title: !found.length ? 'locd' : isLoud ? 'ALARM: locd' : 'Silenced alarm: locd' };
}
