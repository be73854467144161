// The page: who looks, what is live, which days are shown.

import { patience } from './alarm.js';
import { happenings } from './halts.js';
import { drawSky } from './sky.js';
import * as words from './words.js';

const $ = id => document.getElementById(id);
const session = { today: '', access: 'none' };
// In a file of locd track map: what is shown. Nothing is asked for then.
const recorded = JSON.parse($('recorded')?.textContent ?? 'null');
let map = null;
let regions = null;
let day = null;
let overview = null;
// The days that were chosen last; they may not be shown yet.
let chosen = '';
// Count what was chosen, and what was asked about a moment, so that a late reply does not replace what came after.
let turn = 0;
let asking = 0;
// The month of the calendar.
let month = '';
// What stands for the map where its library is missing: it takes everything and shows nothing.
const absent = new Proxy(() => {}, { apply: () => absent, set: () => true, get: (_, key) => key === Symbol.toPrimitive ? () => 0 : key === 'then' ? undefined : absent });
// When the page last connected, and when the last event of the stream, and the last fix, came.
let connected = performance.now();
let streamed = performance.now();
let fixed = performance.now();
// The latest day of the box, for the first line: it stays while other days are shown.
let present = null;
let live = null;
// Whether the stream was let go because nobody sees the page.
let isPaused = false;
// What asks the server again who looks.
let waiting = null;
let begun = 0;
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
    connected = performance.now();
    live = new EventSource('/api/live');
    const on = (name, act) => live.addEventListener(name, event => {
        streamed = performance.now();
        act(JSON.parse(event.data));
    });
    on('position', position => {
        const isNew = position.time !== lastPosition?.time;
        lastPosition = { ...position, arrived: performance.now() };
        // The daemon repeats its last location to a new session: only a state that came since knows how old it is.
        if (isNew && state?.arrived >= connected && (state.locationAge ?? 0) < 10) fixed = lastPosition.arrived;
        map.showPosition(lastPosition, false);
        $('here').hidden = map === absent;
        if (following && !day?.locations && !overview) { map.goTo(lastPosition); following = false; }
        describe();
    });
    on('state', found => {
        const wasReachable = state?.reachable;
        state = { ...found, arrived: performance.now() };
        if (state.locationAge !== undefined) fixed = state.arrived - state.locationAge * 1000;
        if (state.reachable && !wasReachable) regions?.refresh();
        describe();
    });
    on('sky', sky => showSky(sky.satellites));
    on('region', event => regions?.happened(event));
    live.addEventListener('error', () => {
        state = { reachable: false, sentence: 'Connection lost', remedy: 'The page tries again by itself.', arrived: performance.now() };
        describe();
        // A refusal ends an EventSource for good.
        if (live.readyState === EventSource.CLOSED) beginAgain();
    });
}

function age() {
    const now = performance.now();
    if (state?.locationAge === undefined) return lastPosition ? (now - lastPosition.arrived) / 1000 : undefined;
    // With full accuracy each fix comes as a position: without it the one that is shown is old.
    return (now - (lastPosition && session.access === 'full' ? Math.min(fixed, lastPosition.arrived) : fixed)) / 1000;
}

// A hidden page lets its stream go, and with it the receiver, unless it watches the anchor. What it shows then is old.
function settle() {
    const isWanted = !document.hidden || Boolean(regions?.watch);
    if (live && !isWanted) {
        live.close();
        isPaused = true;
    } else if (isPaused && isWanted) {
        isPaused = false;
        begin();
    }
    describe();
}

// A connection that died without a word looks open to the browser for minutes.
function reconnect() {
    if (!live || live.readyState === EventSource.CLOSED || performance.now() - Math.max(streamed, connected) < patience * 1000) return;
    live.close();
    connect();
}

function describe() {
    reconnect();
    regions?.look({ now: performance.now(), streamed, fixed, state });
    if (!state && !lastPosition) return;
    const old = age();
    const isStale = state?.reachable === false || old === undefined || old > 10;
    const sentence = state?.sentence ?? 'Connected';
    const text = old === undefined || old < 10 ? sentence : `${sentence} · last fix ${words.duration(old)} ago`;
    if ($('status').textContent !== text) $('status').textContent = text;
    $('status').classList.toggle('stale', isStale || state?.untrusted === true);
    map.stale(isStale);
    const remedy = [state?.remedy, state?.recorderRemedy, ...(state?.problems ?? [])].filter(Boolean).join(' ');
    $('remedy').textContent = remedy;
    $('remedy').hidden = !remedy;
    showMotion(isStale);
    const figures = $('figures');
    figures.replaceChildren();
    const add = (name, value) => {
        if (value === undefined) return;
        const pair = element('div', undefined, name === 'Position' ? { class: 'wide' } : {});
        pair.append(element('dt', name), element('dd', value));
        figures.append(pair);
    };
    if (lastPosition) {
        const known = (value, text) => value === undefined ? undefined : text(value);
        add('Speed', known(lastPosition.speed, words.speed));
        add('Course', known(lastPosition.course, words.course));
        add('Altitude', known(lastPosition.altitude, words.length));
        add('Accuracy', known(lastPosition.accuracy, value => `± ${words.length(value)}`));
        if (state?.satellitesUsed !== undefined) add('Satellites', `${state.satellitesUsed} of ${state.satellitesVisible ?? '?'}`);
        add('Time', words.second(lastPosition.time));
        add('Position', `${lastPosition.latitude.toFixed(5)}, ${lastPosition.longitude.toFixed(5)}`);
        if (lastPosition.simulated) add('Source', 'simulated');
    }
    if (state?.recorder) add('Recorder', state.recorder);
}

// Moving or parked, since when and where: the first line.
function showMotion(isStale) {
    const isLost = isStale || state?.receiver === 'absent';
    const motion = isLost ? undefined : state?.motion;
    const since = motion && state.motionSince ? ` since ${words.since(state.motionSince)}` : '';
    const seen = lastPosition?.time ?? (age() === undefined ? undefined : Date.now() - age() * 1000);
    const name = motion ? `${motion === 'moving' ? 'Moving' : 'Parked'}${since}`
        : isLost ? seen ? `Last seen ${words.since(seen)}` : 'No current position' : undefined;
    $('motion').dataset.state = motion ?? (isLost ? 'stale' : 'unknown');
    const parts = [name, state?.town && `${name ? 'near' : 'Near'} ${state.town}`,
        present?.distance ? `today ${words.distance(present.distance)}`.replaceAll(' ', '\u00a0') : undefined].filter(Boolean);
    $('motion').hidden = !state || !parts.length;
    $('motion').replaceChildren(element('strong', parts[0]), ...(parts.length > 1 ? [element('span', parts.slice(1).join(' · '))] : []));
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

// What is written in the form as days; null, and said beside the field, if it is none.
function range() {
    for (const id of ['from', 'to']) {
        const { value } = $(id);
        const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) && shift(value, 0) === value;
        $(id).setCustomValidity(isDay || (id === 'to' && !value) ? '' : 'Write a day as 2026-11-21.');
        if (!$(id).reportValidity()) return null;
    }
    const [from, to] = [$('from').value, $('to').value].sort();
    return from && to !== from ? `${from}..${to}` : to;
}

function days(text) {
    const [from, to] = text.split('..');
    return to ? Math.round((new Date(to) - new Date(from)) / 86400000) + 1 : 1;
}

// Today's day, for the first line while another one is shown.
async function readPresent() {
    if (session.access !== 'full') return;
    const asked = session.today;
    let found;
    try { found = await ask(`/api/tracks/${asked}`); } catch { return; }
    if (asked === session.today) present = found;
    await readClock(found);
    describe();
}

// The clock from today on, once today's says that the box is in another time zone.
async function readClock(today) {
    if (words.isPresentClock(today.clock ?? [])) return;
    try { session.clock = (await ask('/api/session')).clock; } catch { return; }
    words.usePresentClock(session.clock);
    if (day) words.useClock(day.clock);
}

async function choose(text, isQuiet) {
    // What is shown is refreshed unless something else was chosen.
    const own = isQuiet ? turn : turn += 1;
    if (!isQuiet) {
        chosen = text;
        overview = null;
        const [from, to] = text.split('..');
        $('from').value = from;
        $('to').value = to ?? '';
        $('later').disabled = (to ?? from) >= session.today;
        history.replaceState(null, '', `#${text}`);
        // An answer about another day would mislead.
        asking += 1;
        $('whybox').hidden = true;
    }
    if (days(text) > 14 && session.access === 'full') return showOverview(text, true);
    performance.mark('request');
    try {
        const found = await ask(`/api/tracks/${text}`);
        if (text === session.today) await readClock(found);
        if (turn !== own) return;
        performance.mark('received');
        const isSame = isQuiet && day?.days === found.days;
        day = found;
        if (text === session.today && day.accuracy !== 'reduced') present = day;
        words.useClock(day.clock);
        notice('');
        // The plot takes room from the map.
        showDay();
        if (isSame) map.refresh(day); else map.show(day);
        requestAnimationFrame(() => setTimeout(() => {
            performance.mark('painted');
            performance.measure('day', 'request', 'painted');
            if (turn === own) document.body.dataset.painted = found.days;
        }));
    } catch (error) {
        if (isQuiet || turn !== own) return;
        day = null;
        for (const id of ['exports', 'plots']) $(id).hidden = true;
        $('distance').textContent = '';
        $('more').textContent = `No history: ${error.message}.`;
        showEvents(null);
        map.showNothing();
    }
}

function showDay() {
    const isReduced = day.accuracy === 'reduced';
    const has = !isReduced && day.locations > 0;
    $('distance').textContent = has ? words.distance(day.distance ?? 0) : '';
    $('distance').dataset.metres = day.distance ?? '';
    if (isReduced) {
        $('more').textContent = day.places.length ? `${words.plural(day.places.length, 'place')} of some kilometres (reduced accuracy)` : 'Nothing recorded.';
    } else if (!has) {
        $('more').textContent = `Nothing recorded. ${!session.firstDay ? 'locd records while it runs and the receiver has a fix; locd status shows both.'
            : `The calendar shows the days with a track; the first is ${session.firstDay}.`}`;
    } else {
        const parts = [];
        const add = (amount, text) => { if (amount) parts.push(text); };
        add(day.trips.length, words.plural(day.trips.length, 'trip'));
        add(day.movingTime >= 1, `${words.duration(day.movingTime)} moving`);
        add(day.stopCount, words.plural(day.stopCount, 'stop'));
        add(day.movingTime >= 1 && day.maximumSpeed > 0.5, `up to ${words.speed(day.maximumSpeed)}`);
        add(day.climb >= 1, `${words.length(day.climb)} up`);
        add(day.descent >= 1, `${words.length(day.descent)} down`);
        add(day.faults, `${words.plural(day.faults, 'damaged line')} left out`);
        $('more').textContent = parts.join(' · ');
    }
    $('exports').hidden = !has;
    for (const format of ['gpx', 'geojson', 'kml']) $(format).href = `/api/export/${day.days}.${format}`;
    showLegend(has && day.maximumSpeed > 1 ? day.speeds : null);
    showEvents(has ? day : null);
    $('heat').hidden = true;
    $('heat').dataset.days = '';
    showPlot(has ? day : null);
}

function showLegend(speeds) {
    $('legend').replaceChildren();
    if (!speeds || speeds.classes < 2) return;
    $('legend').append(element('span', speeds.symbol, { class: 'unit' }));
    speeds.labels.forEach((label, index) => $('legend').append(element('span', label, { class: `speed speed${index}` })));
    const highest = Math.round(day.maximumSpeed / speeds.size);
    if (highest > speeds.step * (speeds.classes - 1)) $('legend').append(element('span', String(highest), { class: 'end' }));
}

function showEvents(day) {
    const found = day ? happenings(day) : [];
    $('events').replaceChildren(...found.slice(0, 500).map(event => {
        const item = element('li', undefined, { class: event.kind, 'data-testid': event.kind });
        const isTrip = event.kind === 'trip';
        const towns = isTrip ? [event.startTown, event.endTown].filter((town, index, all) => town && all.indexOf(town) === index).join(' – ') : event.note;
        const length = event.to > event.from ? words.duration((event.to - event.from) / 1000) : '';
        const button = element('button', undefined, { type: 'button' });
        button.append(element('span', event.sign, { class: 'sign', 'aria-hidden': 'true' }), element('time', words.span(event.from, event.to)),
            element('b', isTrip ? words.distance(event.distance) : event.name), element('span', [length, towns].filter(Boolean).join(' · ')));
        button.addEventListener('click', () => {
            if (isTrip) return zoomTo(event.from, event.to);
            if (event.latitude !== undefined) map.goTo(event, 14);
            if (!recorded) why(event.moment);
        });
        item.append(button);
        return item;
    }));
}

function zoomTo(from, to) {
    plot?.updateOptions({ dateWindow: [from, to] });
    if (map === absent) return;
    const bounds = L.latLngBounds([]);
    for (const piece of day.pieces) {
        for (const point of piece.points) {
            const time = day.start + point[0];
            if (time >= from && time <= to) bounds.extend(map.beside({ latitude: point[1], longitude: point[2] }));
        }
    }
    if (bounds.isValid()) map.map.fitBounds(bounds, { padding: [30, 30], maxZoom: 17 });
}

// MARK: plots

function showPlot(day) {
    plot?.destroy();
    plot = null;
    $('plot').hidden = false;
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
    const tick = (value, grain, options, graph) => {
        const [from, to] = graph.xAxisRange();
        return grain >= Dygraph.DAILY ? words.dayOf(+value).slice(5) : to - from < 360000 ? words.second(+value) : words.minute(+value);
    };
    plot = new Dygraph($('plot'), rows, {
        labels: ['Time', symbol, nearSymbol], series: { [nearSymbol]: { axis: 'y2' } },
        axes: { x: { axisLabelFormatter: tick, pixelsPerLabel: 80, valueFormatter: value => words.second(value) }, y: { axisLabelWidth: 34, drawGrid: false },
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
    const own = asking += 1;
    try {
        const found = await ask(`/api/why?time=${new Date(time).toISOString()}`);
        if (asking !== own) return;
        const lines = [...found.track, ...found.fixes, ...(found.track.length || found.fixes.length ? [] : ['Nothing is known about this moment.']), ...found.notes];
        $('why').replaceChildren(element('p', `${words.dayOf(time)} ${words.second(time)}`), ...lines.map(line => element('p', line)));
        $('whybox').hidden = false;
        $('whybox').scrollIntoView({ block: 'nearest' });
        $('whybox').focus({ preventScroll: true });
    } catch (error) {
        if (asking === own) notice(error.message);
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
        if (turn === own) notice(error.message);
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
    const isKnown = overview.complete || overview.overview.length;
    $('distance').textContent = isKnown ? words.distance(overview.distance) : '';
    $('distance').dataset.metres = overview.distance;
    $('more').textContent = !isKnown ? 'Reading …'
        : `on ${words.plural(overview.overview.length, 'day')}${overview.complete ? '' : ', reading more …'}`;
    $('exports').hidden = false;
    for (const format of ['gpx', 'geojson', 'kml']) $(format).href = `/api/export/${text}.${format}`;
    showLegend(null);
    showEvents(null);
    showPlot(null);
    $('plot').hidden = true;
    $('plots').hidden = $('heat').hidden = $('heat').dataset.days !== text;
    if (overview.complete && $('plots').hidden) showHeat(text);
}

const degree = metres => Math.min(4, 1 + Math.floor(Math.log10(metres / 1000 + 1) * 1.5));

// A year at a glance: a column for each week, a row for each day of it, darker with the distance.
async function showHeat(text) {
    let reply;
    try { reply = await ask(`/api/calendar/${text}`); } catch { return; }
    if (overview?.range !== text) return;
    const [from, to] = text.split('..');
    const known = new Map(reply.days.map(entry => [entry.day, entry.distance]));
    const [months, cells] = [[], ['Mo', '', 'We', '', 'Fr', '', 'Su'].map(name => element('small', name, { 'aria-hidden': 'true' }))];
    for (let index = (new Date(`${from}T12:00:00Z`).getUTCDay() + 6) % 7; index > 0; index -= 1) cells.push(element('i'));
    for (let date = from; date <= to; date = shift(date, 1)) {
        const metres = known.get(date);
        // The calendar has the same days, larger and for the keyboard.
        const cell = element(metres === undefined ? 'i' : 'button', undefined, metres === undefined ? { title: date }
            : { type: 'button', tabindex: -1, class: `km${degree(metres)}`, title: `${date}, ${words.distance(metres)}`, 'aria-label': `${date}, ${words.distance(metres)}` });
        if (metres !== undefined) cell.addEventListener('click', () => choose(date));
        cells.push(cell);
        if (date.endsWith('-01')) months.push([words.month(date), Math.ceil(cells.length / 7)]);
    }
    months.push(['', Math.ceil(cells.length / 7)]);
    $('heat').replaceChildren(element('div'), element('div', undefined, { class: 'months' }));
    $('heat').firstChild.append(...cells);
    for (const [name, column] of months) {
        const label = element('small', name);
        label.style.gridColumn = column;
        $('heat').lastChild.append(label);
    }
    $('heat').dataset.days = text;
    $('heat').hidden = $('plots').hidden = false;
    map.map.invalidateSize();
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
    head.append(step('‹', 'Month before', -1), element('span', `${shown} · ${found.length ? words.distance(total) : 'nothing recorded'}`), step('›', 'Month after', 1));
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
                'aria-label': `${date}, ${words.distance(entry.distance)}`, class: `km${degree(entry.distance)}` });
            button.append(element('small', words.distance(entry.distance).replace(/ .*/, '')));
            button.addEventListener('click', () => choose(date));
            cell.append(button);
        } else cell.append(element('span', String(+date.slice(8))));
        row.append(cell);
        if (row.children.length === 7) { table.append(row); row = element('tr'); }
    }
    if (row.children.length) table.append(row);
    $('calendar').replaceChildren(head, table);
    if (!reply.complete && !$('calendar').hidden) showCalendar(shown);
}

// MARK: begin

async function beginRecorded() {
    Object.assign(session, recorded.session, { squares: recorded.squares, towns: recorded.towns });
    document.title = document.querySelector('h1').textContent = recorded.title;
    document.body.classList.add('recorded');
    words.useUnits(session.units);
    $('main').hidden = false;
    map = new (await import('./map.js')).TrackMap($('map'), session);
    day = recorded.day;
    words.useClock(day.clock);
    showDay();
    map.show(day);
    document.body.dataset.painted = day.days;
}

function beginAgain() {
    clearTimeout(waiting);
    waiting = setTimeout(begin, 5000);
}

async function begin() {
    clearTimeout(waiting);
    const own = begun += 1;
    let found;
    try { found = await ask('/api/session'); } catch (error) {
        if (own !== begun) return;
        $('status').textContent = error.message;
        return beginAgain();
    }
    // A sign-in begins, too.
    if (own !== begun) return;
    Object.assign(session, found);
    words.useUnits(session.units);
    words.usePresentClock(session.clock);
    $('main').hidden = session.access === 'none';
    $('denied').hidden = session.access !== 'none';
    if (session.access === 'none') {
        $('status').textContent = 'No access';
        $('reason').textContent = session.reason;
        $('signin').hidden = !session.acceptsTokens;
        // locd may have been away, or somebody may allow it.
        return beginAgain();
    }
    $('year').hidden = $('calendartoggle').hidden = session.access !== 'full';
    $('missing').replaceChildren(...(session.missing ?? []).map(text => element('li', text)));
    $('missing').hidden = !session.missing?.length;
    if (!map) {
        map = window.L ? new (await import('./map.js')).TrackMap($('map'), session) : absent;
        $('main').classList.toggle('mapless', map === absent);
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
            regions = new Regions(map, ask, () => age() < 10 ? lastPosition : null, notice);
            // Without the daemon there are none to ask for. A hidden page asks seldom, for a watch that another one began.
            let asked = 0;
            setInterval(async () => {
                if (!state?.reachable || isPaused && performance.now() - asked < 60000) return;
                asked = performance.now();
                await regions.refresh();
                if (isPaused) settle();
            }, 5000);
        }
        const asked = location.hash.slice(1);
        const first = /^\d{4}-\d\d-\d\d(\.\.\d{4}-\d\d-\d\d)?$/.test(asked) ? asked : session.today;
        await choose(first);
        if (first !== session.today) readPresent();
        setInterval(describe, 1000);
        setInterval(() => {
            const isToday = chosen === session.today;
            const date = lastPosition ? words.dayOf(lastPosition.time) : session.today;
            if (date > session.today) {
                // Midnight: the page goes on with the new day.
                [session.today, present] = [date, null];
                if (isToday) choose(date);
            } else if (isToday && !document.hidden) choose(date, true);
            else if (!document.hidden) readPresent();
        }, 30000);
    }
    live?.close();
    connect();
    if (document.hidden) settle();
}

document.addEventListener('visibilitychange', settle);
const chooseTyped = () => { const text = range(); if (text) choose(text); };
$('choose').addEventListener('submit', event => { event.preventDefault(); chooseTyped(); });
$('from').addEventListener('change', () => { $('to').value = ''; chooseTyped(); });
$('earlier').addEventListener('click', () => choose(shift($('from').value, -1)));
$('later').addEventListener('click', () => choose(shift($('to').value || $('from').value, 1)));
$('today').addEventListener('click', () => choose(session.today));
$('year').addEventListener('click', () => { const year = $('from').value.slice(0, 4); choose(`${year}-01-01..${year}-12-31`); });
$('here').addEventListener('click', () => lastPosition && map.goTo(lastPosition, 15));
$('closewhy').addEventListener('click', () => { $('whybox').hidden = true; });
$('calendartoggle').addEventListener('click', () => {
    const isOpen = $('calendar').toggleAttribute('hidden') === false;
    $('calendartoggle').setAttribute('aria-expanded', isOpen);
    const last = $('to').value || $('from').value;
    if (isOpen) showCalendar((last > session.today ? session.today : last).slice(0, 7));
});
$('signin').addEventListener('submit', async event => {
    event.preventDefault();
    try {
        await ask('/api/session', { method: 'POST', body: $('token').value });
        $('refused').textContent = '';
        begin();
    } catch (error) { $('refused').textContent = error.message; }
});
if (recorded) beginRecorded(); else begin();
