// The page: who looks, what is live, which days are shown.

import { drawSky } from './sky.js';
import * as words from './words.js';

const $ = id => document.getElementById(id);
const session = { today: '', access: 'none' };
let map = null;
let regions = null;
let day = null;
let overview = null;
// Counts what was chosen, so that a late reply does not replace what came after.
let turn = 0;
// The month of the calendar.
let month = '';
let live = null;
let lastPosition = null;
let state = null;
let plot = null;
let following = true;

async function ask(path, options) {
    const reply = await fetch(path, options);
    const value = await reply.json().catch(() => ({}));
    if (!reply.ok) throw new Error(value.error ?? `the server answered ${reply.status}`);
    return value;
}

function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
}

function notice(text) {
    $('notice').textContent = text;
    $('notice').hidden = !text;
}

// MARK: live

function connect() {
    live = new EventSource('/api/live');
    live.addEventListener('position', event => {
        lastPosition = { ...JSON.parse(event.data), arrived: performance.now() };
        map.showPosition(lastPosition, false);
        $('here').hidden = false;
        if (following && !day?.locations && !overview) { map.goTo(lastPosition); following = false; }
        describe();
    });
    live.addEventListener('state', event => {
        const wasReachable = state?.reachable;
        state = { ...JSON.parse(event.data), arrived: performance.now() };
        if (state.reachable && !wasReachable) regions?.refresh();
        describe();
    });
    live.addEventListener('sky', event => showSky(JSON.parse(event.data).satellites));
    live.addEventListener('region', event => regions?.happened(JSON.parse(event.data)));
    live.addEventListener('error', () => {
        state = { reachable: false, sentence: 'Connection lost', remedy: 'The page tries again by itself.', arrived: performance.now() };
        describe();
        // A refusal ends an EventSource for good.
        if (live.readyState === EventSource.CLOSED) setTimeout(begin, 5000);
    });
}

function age() {
    if (state?.locationAge === undefined) return lastPosition ? (performance.now() - lastPosition.arrived) / 1000 : undefined;
    const since = state.locationAge + (performance.now() - state.arrived) / 1000;
    return lastPosition ? Math.min(since, (performance.now() - lastPosition.arrived) / 1000) : since;
}

function describe() {
    if (!state && !lastPosition) return;
    const old = age();
    const isStale = state?.reachable === false || old === undefined || old > 10;
    const sentence = state?.sentence ?? 'Connected';
    const text = old === undefined || old < 10 ? sentence : `${sentence} · last fix ${words.duration(old)} ago`;
    if ($('status').textContent !== text) $('status').textContent = text;
    $('status').classList.toggle('stale', isStale);
    map.stale(isStale);
    const remedy = [state?.remedy, state?.recorderRemedy, ...(state?.problems ?? [])].filter(Boolean).join(' ');
    $('remedy').textContent = remedy;
    $('remedy').hidden = !remedy;
    const figures = $('figures');
    figures.replaceChildren();
    const add = (name, value) => { if (value !== undefined) figures.append(element('dt', name), element('dd', value)); };
    if (lastPosition) {
        const known = (value, text) => value === undefined ? undefined : text(value);
        add('Speed', known(lastPosition.speed, words.speed));
        add('Course', known(lastPosition.course, words.course));
        add('Altitude', known(lastPosition.altitude, words.length));
        add('Accuracy', known(lastPosition.accuracy, value => `± ${words.length(value)}`));
        add('Time', words.second(lastPosition.time));
        add('Position', `${lastPosition.latitude.toFixed(5)}, ${lastPosition.longitude.toFixed(5)}`);
        if (lastPosition.simulated) add('Source', 'simulated');
    }
    if (state?.satellitesUsed !== undefined) add('Satellites', `${state.satellitesUsed} of ${state.satellitesVisible ?? '?'}`);
    if (state?.recorder) add('Recorder', state.recorder);
}

function showSky(satellites) {
    $('sky').hidden = !satellites.length;
    if (!$('sky').open) return;
    drawSky($('skyplot'), satellites);
    $('satellites').replaceChildren(...satellites.slice(0, 80).map(satellite => {
        const item = element('li');
        item.append(element('span', `${satellite.constellation ?? ''} ${satellite.identifier}`));
        item.append(element('meter', undefined, { min: 0, max: 55, value: satellite.signal ?? 0, 'aria-label': 'dB-Hz' }));
        item.append(element('span', `${satellite.signal ?? '–'}${satellite.used ? ' used' : ''}`));
        return item;
    }));
}

// MARK: days

function shift(text, days) {
    const date = new Date(`${text}T12:00:00Z`);
    date.setUTCDate(date.getUTCDate() + days);
    return date.toISOString().slice(0, 10);
}

function range() {
    const [from, to] = [$('from').value, $('to').value];
    return to && to > from ? `${from}..${to}` : from;
}

function days(text) {
    const [from, to] = text.split('..');
    return to ? Math.round((new Date(to) - new Date(from)) / 86400000) + 1 : 1;
}

async function choose(text, isQuiet) {
    // What is shown is refreshed unless something else was chosen.
    const own = isQuiet ? turn : turn += 1;
    const [from, to] = text.split('..');
    $('from').value = from;
    $('to').value = to ?? '';
    if (!isQuiet) history.replaceState(null, '', `#${text}`);
    if (days(text) > 14 && session.access === 'full') return showOverview(text, true);
    overview = null;
    performance.mark('request');
    try {
        const found = await ask(`/api/tracks/${text}`);
        if (turn !== own) return;
        performance.mark('received');
        const isSame = isQuiet && day?.days === found.days;
        day = found;
        words.useClock(day.clock);
        notice('');
        // The plot takes room from the map.
        showDay();
        if (isSame) map.refresh(day); else map.show(day);
        requestAnimationFrame(() => setTimeout(() => {
            performance.mark('painted');
            performance.measure('day', 'request', 'painted');
            document.body.dataset.painted = day.days;
        }));
    } catch (error) {
        notice(error.message);
    }
}

function showDay() {
    const isReduced = day.accuracy === 'reduced';
    $('distance').textContent = isReduced ? '' : words.distance(day.distance ?? 0);
    $('distance').dataset.metres = day.distance ?? '';
    if (isReduced) {
        $('more').textContent = day.places.length ? `${words.plural(day.places.length, 'place')} of some kilometres (reduced accuracy)` : 'Nothing recorded.';
    } else if (!day.locations) {
        $('distance').textContent = '';
        $('more').textContent = 'Nothing recorded.';
    } else {
        const parts = [`${words.duration(day.movingTime)} moving`, words.plural(day.trips.length, 'trip'), words.plural(day.stopCount, 'stop')];
        if (day.maximumSpeed !== undefined) parts.push(`up to ${words.speed(day.maximumSpeed)}`);
        if (day.climb !== undefined) parts.push(`${words.length(day.climb)} up, ${words.length(day.descent)} down`);
        if (day.faults) parts.push(`${words.plural(day.faults, 'damaged line')} left out`);
        $('more').textContent = parts.join(' · ');
    }
    const has = !isReduced && day.locations > 0;
    $('exports').hidden = !has;
    for (const format of ['gpx', 'geojson', 'kml']) $(format).href = `/api/export/${day.days}.${format}`;
    showLegend(has ? day.speeds : null);
    showTrips(has ? day.trips : []);
    showEvents(has ? day : null);
    showPlot(has ? day : null);
}

function showLegend(speeds) {
    $('legend').replaceChildren();
    if (!speeds || speeds.classes < 2) return;
    speeds.labels.forEach((label, index) => $('legend').append(element('span', label, { class: `speed speed${index}` })));
    $('legend').append(element('span', speeds.symbol));
}

function showTrips(trips) {
    $('tripshead').hidden = !trips.length;
    $('trips').replaceChildren(...trips.slice(0, 300).map(trip => {
        const towns = [trip.startTown, trip.endTown].filter((town, index, all) => town && all.indexOf(town) === index).join(' – ');
        const item = element('li', undefined, { 'data-testid': 'trip' });
        const button = element('button', `${words.span(trip.from, trip.to)}  ${words.distance(trip.distance)}${towns ? `, ${towns}` : ''}`, { type: 'button' });
        button.addEventListener('click', () => zoomTo(trip.from, trip.to));
        item.append(button);
        return item;
    }));
}

function showEvents(day) {
    const events = day === null ? [] : [
        ...day.gaps.map(gap => ({ ...gap, kind: 'Gap', note: gap.text })),
        ...day.pauses.map(pause => ({ ...pause, kind: 'Pause', note: pause.cause === 'stationary' ? 'standing still' : 'on request' })),
        ...day.visits.map(visit => ({ ...visit, kind: 'Visit', note: visit.town })),
        ...day.stops.filter(stop => stop.to - stop.from >= 60000).map(stop => ({ ...stop, kind: 'Stop', note: stop.town })),
        ...day.crossings.map(crossing => ({ ...crossing, from: crossing.time, to: crossing.time, kind: crossing.isEntry ? 'Entered' : 'Left', note: crossing.region })),
    ].sort((a, b) => (a.from ?? a.to) - (b.from ?? b.to));
    $('eventshead').hidden = !events.length;
    $('events').replaceChildren(...events.slice(0, 400).map(event => {
        const item = element('li');
        const length = event.to > event.from ? `, ${words.duration((event.to - event.from) / 1000)}` : '';
        const button = element('button', `${words.span(event.from, event.to)}  ${event.kind}${length}${event.note ? `: ${event.note}` : ''}`, { type: 'button' });
        button.addEventListener('click', () => {
            if (event.latitude !== undefined) map.goTo(event, 14);
            why(Math.round(((event.from ?? event.to) + (event.to ?? event.from)) / 2));
        });
        item.append(button);
        return item;
    }));
}

function zoomTo(from, to) {
    const bounds = L.latLngBounds([]);
    for (const piece of day.pieces) {
        for (const point of piece.points) {
            const time = day.start + point[0];
            if (time >= from && time <= to) bounds.extend([point[1], point[2]]);
        }
    }
    if (bounds.isValid()) map.map.fitBounds(bounds, { padding: [30, 30], maxZoom: 17 });
    plot?.updateOptions({ dateWindow: [from, to] });
}

// MARK: plots

function showPlot(day) {
    plot?.destroy();
    plot = null;
    $('plots').hidden = !day || !day.profile.length || !window.Dygraph;
    if ($('plots').hidden) return;
    const [size, symbol] = words.speedUnit();
    const [near, nearSymbol] = words.lengthUnit();
    const rows = [];
    for (const [time, , speed, low, high, isAfterBreak] of day.profile) {
        const at = day.start + time;
        if (isAfterBreak) rows.push([new Date(at - 1), NaN, NaN]);
        rows.push([new Date(at), speed === null ? null : speed / size, low === null ? null : (low + high) / 2 / near]);
    }
    // Dygraphs' legend writes styles into the page, which the policy forbids; the cursor has words of its own.
    Dygraph.PLUGINS = Dygraph.PLUGINS.filter(plugin => plugin !== Dygraph.Plugins.Legend);
    const tick = (value, grain) => grain >= Dygraph.DAILY ? words.dayOf(+value).slice(5) : words.minute(+value);
    plot = new Dygraph($('plot'), rows, {
        labels: ['Time', symbol, nearSymbol], series: { [nearSymbol]: { axis: 'y2' } },
        axes: { x: { axisLabelFormatter: tick, valueFormatter: value => words.second(value) }, y: { axisLabelWidth: 34, drawGrid: false },
            y2: { axisLabelWidth: 40, drawGrid: false, independentTicks: true } },
        ylabel: `Speed, ${symbol}`, y2label: `Altitude, ${nearSymbol}`, colors: ['#2f6fd0', '#b0763a'], fillGraph: true, legend: 'never',
        digitsAfterDecimal: 1, highlightCircleSize: 4, connectSeparatedPoints: false,
        highlightCallback: (event, time) => showCursor(time),
        unhighlightCallback: () => showCursor(null),
        clickCallback: (event, time) => why(time),
    });
}

function showCursor(time) {
    if (time === null || !day?.pieces) { map.showCursor(null); $('cursor').textContent = ''; return; }
    let best = null;
    for (const piece of day.pieces) {
        const points = piece.points;
        let [low, high] = [0, points.length];
        while (low < high) { const middle = (low + high) >> 1; if (day.start + points[middle][0] < time) low = middle + 1; else high = middle; }
        const point = points[Math.min(low, points.length - 1)];
        if (point && (!best || Math.abs(day.start + point[0] - time) < Math.abs(day.start + best[0] - time))) best = point;
    }
    map.showCursor(best);
    if (best) $('cursor').textContent = `${words.second(day.start + best[0])}${best[3] === null ? '' : ` · ${words.speed(best[3])}`}`;
}

// MARK: why

async function why(time) {
    if (!time) return;
    try {
        const found = await ask(`/api/why?time=${new Date(time).toISOString()}`);
        const lines = [...found.track, ...found.fixes, ...(found.track.length || found.fixes.length ? [] : ['Nothing is known about this moment.']), ...found.notes];
        $('why').replaceChildren(element('p', `${words.dayOf(time)} ${words.second(time)}`), ...lines.map(line => element('p', line)));
        $('whybox').hidden = false;
        $('whybox').scrollIntoView({ block: 'nearest' });
    } catch (error) {
        notice(error.message);
    }
}

// MARK: many days

// Of a long time the server knows some days first. The page asks again until it has all.
async function showOverview(text, isNew) {
    const own = turn += 1;
    performance.mark('request');
    try {
        for (let isFirst = true; isFirst || !overview.complete; isFirst = false) {
            const found = await ask(`/api/overview/${text}?zoom=${map.map.getZoom()}`);
            // Meanwhile something else was chosen.
            if (turn !== own) return;
            overview = { ...found, range: text };
            paintOverview(isNew && (isFirst || found.complete));
            if (isFirst) await painted('begun');
            if (turn !== own) return;
        }
        await painted('overview');
        if (turn === own) document.body.dataset.painted = text;
    } catch (error) {
        notice(error.message);
    }
}

// Resolves when what was drawn is on the screen; the time since the request is a measure of this name.
function painted(name) {
    return new Promise(done => requestAnimationFrame(() => setTimeout(() => {
        performance.mark('painted');
        performance.measure(name, 'request', 'painted');
        done();
    })));
}

function paintOverview(isNew) {
    const text = overview.range;
    day = null;
    notice('');
    map.showOverview(overview, isNew);
    $('distance').textContent = words.distance(overview.distance);
    $('distance').dataset.metres = overview.distance;
    $('more').textContent = `on ${words.plural(overview.overview.length, 'day')}${overview.complete ? '' : ', reading more …'}`;
    $('exports').hidden = false;
    for (const format of ['gpx', 'geojson', 'kml']) $(format).href = `/api/export/${text}.${format}`;
    showLegend(null);
    showTrips([]);
    showEvents(null);
    showPlot(null);
}

async function showCalendar(shown) {
    month = shown;
    const first = `${shown}-01`;
    const end = new Date(`${first}T12:00:00Z`);
    end.setUTCMonth(end.getUTCMonth() + 1, 0);
    const last = end.toISOString().slice(0, 10);
    let reply;
    try { reply = await ask(`/api/calendar/${first}..${last}`); } catch (error) { return notice(error.message); }
    if (month !== shown) return;
    const found = reply.days;
    const known = new Map(found.map(entry => [entry.day, entry]));
    const head = element('div', undefined, { class: 'row' });
    const step = (sign, label, months) => {
        const button = element('button', sign, { type: 'button', 'aria-label': label });
        const date = new Date(`${first}T12:00:00Z`);
        date.setUTCMonth(date.getUTCMonth() + months);
        button.addEventListener('click', () => showCalendar(date.toISOString().slice(0, 7)));
        return button;
    };
    const total = found.reduce((sum, entry) => sum + entry.distance, 0);
    head.append(step('‹', 'Month before', -1), element('span', `${shown}, ${words.distance(total)}`), step('›', 'Month after', 1));
    const table = element('table');
    const titles = element('tr');
    for (const name of ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']) titles.append(element('th', name, { scope: 'col' }));
    table.append(titles);
    let row = element('tr');
    const offset = (new Date(`${first}T12:00:00Z`).getUTCDay() + 6) % 7;
    for (let index = 0; index < offset; index += 1) row.append(element('td'));
    for (let date = first; date <= last; date = shift(date, 1)) {
        const entry = known.get(date);
        const cell = element('td');
        if (entry) {
            const button = element('button', String(+date.slice(8)), { type: 'button', title: words.distance(entry.distance),
                'aria-label': `${date}, ${words.distance(entry.distance)}`, class: `km km${Math.min(4, Math.floor(Math.log10(entry.distance / 100 + 1)))}` });
            button.append(element('small', words.distance(entry.distance).replace(/ .*/, '')));
            button.addEventListener('click', () => choose(date));
            cell.append(button);
        } else cell.append(element('span', String(+date.slice(8))));
        row.append(cell);
        if (row.children.length === 7) { table.append(row); row = element('tr'); }
    }
    if (row.children.length) table.append(row);
    $('calendar').replaceChildren(head, table);
    if (!reply.complete && $('calendarbox').open) showCalendar(shown);
}

// MARK: begin

async function begin() {
    let found;
    try { found = await ask('/api/session'); } catch (error) {
        $('status').textContent = error.message;
        return setTimeout(begin, 5000);
    }
    Object.assign(session, found);
    words.useUnits(session.units);
    $('main').hidden = session.access === 'none';
    $('denied').hidden = session.access !== 'none';
    if (session.access === 'none') {
        $('status').textContent = 'No access';
        $('reason').textContent = session.reason;
        $('signin').hidden = !session.acceptsTokens;
        return;
    }
    if (!window.L) {
        notice('The map needs the package libjs-leaflet: apt install libjs-leaflet');
        $('status').textContent = 'libjs-leaflet is missing';
        return;
    }
    if (!map) {
        const { TrackMap } = await import('./map.js');
        map = new TrackMap($('map'), session);
        map.onwhy = why;
        map.onday = date => choose(date);
        map.onview = () => {
            // While days are missing, the next reply has the new zoom anyway.
            if (!overview?.complete) return;
            clearTimeout(map.pending);
            map.pending = setTimeout(() => overview?.complete && showOverview(overview.range, false), 250);
        };
        if (session.access === 'full') {
            const { Regions } = await import('./regions.js');
            regions = new Regions(map, ask, () => lastPosition, notice);
            // Without the daemon there are none to ask for.
            setInterval(() => state?.reachable && regions.refresh(), 15000);
        }
        if (!session.hasMap) notice('There is no base map; make places builds it.');
        $('from').max = session.today;
        const asked = decodeURIComponent(location.hash.slice(1));
        await choose(/^\d{4}-\d\d-\d\d(\.\.\d{4}-\d\d-\d\d)?$/.test(asked) ? asked : session.today);
        // After the day, whose arrival takes other notices away.
        if (session.tilesProblem) notice(session.tilesProblem);
        setInterval(describe, 1000);
        setInterval(() => { if (day && day.days === session.today && !document.hidden) choose(session.today, true); }, 30000);
    }
    live?.close();
    connect();
}

$('choose').addEventListener('submit', event => { event.preventDefault(); if ($('from').value) choose(range()); });
$('from').addEventListener('change', () => { if ($('from').value) { $('to').value = ''; choose($('from').value); } });
$('earlier').addEventListener('click', () => choose(shift($('from').value, -1)));
$('later').addEventListener('click', () => choose(shift($('from').value, 1)));
$('year').addEventListener('click', () => { const year = $('from').value.slice(0, 4); choose(`${year}-01-01..${year}-12-31`); });
$('here').addEventListener('click', () => lastPosition && map.goTo(lastPosition, 15));
$('calendarbox').addEventListener('toggle', () => { if ($('calendarbox').open) showCalendar($('from').value.slice(0, 7)); });
$('signin').addEventListener('submit', async event => {
    event.preventDefault();
    try {
        await ask('/api/session', { method: 'POST', body: $('token').value });
        $('refused').textContent = '';
        begin();
    } catch (error) { $('refused').textContent = error.message; }
});
begin();
