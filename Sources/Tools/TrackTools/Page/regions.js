// Regions: listed with their state, drawn and changed on the map; an anchor watch, and its alarm.

import { alarms, blindness, shown } from './alarm.js';
import * as words from './words.js';

const $ = id => document.getElementById(id);
const anchor = 'anchor';

export class Regions {
    // map: a TrackMap; ask: asks the server; position: where the box is now, or null; say: tells people something.
    constructor(map, ask, position, say) {
        Object.assign(this, { map, ask, position, say, list: [], asked: 0, answered: 0, changing: 0, last: Promise.resolve(), draft: null, sound: null, watch: null, silenced: new Set(), facts: null });
        $('anchor').addEventListener('click', () => this.watchAnchor());
        $('addregion').addEventListener('click', () => this.begin({ name: '', kind: 'circle', radius: 200 }));
        $('cancelregion').addEventListener('click', () => this.end());
        $('undocorner').addEventListener('click', () => { this.draft.corners.pop(); this.draw(); });
        $('regionkind').addEventListener('change', () => { this.draft.kind = $('regionkind').value; this.fill(); this.draw(); });
        for (const id of ['regionlatitude', 'regionlongitude', 'regionradius']) $(id).addEventListener('input', () => this.typed());
        $('regionform').addEventListener('submit', event => { event.preventDefault(); this.save(); });
        $('silence').addEventListener('click', () => this.silence());
        $('soundon').addEventListener('click', () => { this.turnOnSound(); this.judge(); });
        document.addEventListener('visibilitychange', () => this.keepAwake());
        // A page that is gone cannot alarm.
        addEventListener('beforeunload', event => { if (this.watch && !this.watch.gone) event.preventDefault(); });
        document.addEventListener('keydown', event => { if (event.key === 'Escape' && this.draft) this.end(); });
        $('regionbox').hidden = false;
    }

    // An answer counts unless a later question or a change has overtaken it.
    async refresh() {
        const number = ++this.asked;
        let found;
        try { found = (await this.ask('/api/regions')).regions; } catch { return; }
        if (number <= this.answered || this.changing) return;
        this.answered = number;
        this.show(found);
    }

    // Changes the regions, one change after the other; returns all of them afterwards.
    async change(query, options) {
        this.changing += 1;
        const done = this.last.then(() => this.ask(`/api/regions${query}`, { ...options, signal: AbortSignal.timeout(15000) }));
        this.last = done.catch(() => {});
        try { return (await done).regions; } finally {
            this.changing -= 1;
            this.answered = this.asked;
        }
    }

    show(list) {
        this.list = list;
        this.map.showOwnRegions(list.filter(region => region.mayChange || region.owner));
        const own = list.find(region => region.identifier === anchor && region.mayChange);
        $('anchor').disabled = Boolean(own);
        this.note(own ?? list.find(region => region.identifier === anchor));
        this.fillList();
        this.judge();
    }

    // What the server says of the anchor's circle; undefined: there is none.
    note(found) {
        const now = performance.now();
        if (found) {
            const before = this.watch?.gone ? null : this.watch;
            this.watch = { ...before, state: found.state, until: found.until, listed: now,
                unknown: found.state === 'unknown' ? before?.unknown ?? now : null, left: found.state === 'outside' ? this.left : null };
        } else if (this.watch && !this.watch.gone) this.watch.gone = Date.now();
        this.keepAwake();
    }

    // What the page knows, at this moment.
    get known() { return this.facts && { ...this.facts, now: performance.now() }; }

    fillList() {
        this.isBlind = Boolean(this.known && blindness(this.known));
        $('regionlist').replaceChildren(...this.list.map(region => this.item(region)));
        $('noregions').hidden = this.list.length > 0;
    }

    item(region) {
        const item = document.createElement('li');
        item.dataset.testid = 'regionitem';
        // What was known before says nothing about now.
        const state = this.isBlind ? 'unknown' : region.state;
        item.dataset.state = state;
        const text = document.createElement('span');
        const owner = region.owner ? ` · of ${region.owner}` : region.mayChange ? '' : ' · the administrator’s';
        text.textContent = `${region.name}: ${state}${region.until ? `, until ${words.minute(region.until)}` : ''}${owner}`;
        const row = document.createElement('span');
        row.className = 'row';
        item.append(text, row);
        const button = (label, act) => {
            const made = document.createElement('button');
            made.type = 'button';
            made.textContent = label;
            made.setAttribute('aria-label', `${label} ${region.name}`);
            made.addEventListener('click', act);
            row.append(made);
        };
        button('Show', () => this.map.goToRegion(region));
        if (region.mayChange) {
            if (region.kind === 'circle' || region.polygons?.length === 1 && region.polygons[0].rings.length === 1) button('Edit', () => this.edit(region));
            button('Remove', () => this.remove(region));
        }
        return item;
    }

    // What crossed a boundary just now, or while nobody looked.
    happened(event) {
        const region = this.list.find(found => found.identifier === event.identifier);
        if (event.identifier === anchor) {
            // The event may come before the list of regions.
            this.left = event.state === 'outside' ? event.time : null;
            if (this.watch) Object.assign(this.watch, { state: event.state, left: this.left });
            this.judge();
        } else this.say(`${event.state === 'inside' ? 'Entered' : 'Left'} ${region?.name ?? event.identifier} at ${words.minute(event.time)}`);
        // A list that was asked for before may be older than the event.
        this.answered = this.asked;
        this.refresh();
    }

    // MARK: the anchor watch

    watchAnchor() {
        const position = this.position();
        if (!position) { this.say('The anchor watch needs a position; there is none now.'); return; }
        this.turnOnSound();
        const radius = Math.max(40, Math.ceil((position.accuracy ?? 0) * 2));
        this.begin({ identifier: anchor, name: 'Anchor', kind: 'circle', radius, hours: 12,
            center: [position.latitude, position.longitude] }, 'Start the watch');
    }

    // Called every second, and when anything changes. facts: of alarm.js.
    look(facts) {
        const day = Date.now();
        // A timer that was late by so much did not run: the machine slept, or the browser froze the page.
        if (this.watch && this.looked && day - this.looked > 90000) this.watch.slept = [this.looked, day];
        this.looked = day;
        this.facts = facts;
        this.judge();
    }

    judge() {
        if (!this.facts) return;
        // The list and the alarm never contradict each other.
        if (Boolean(blindness(this.known)) !== this.isBlind) this.fillList();
        const view = shown(alarms(this.watch, this.known), this.silenced);
        this.silenced = view.silenced;
        const set = (id, text) => { if ($(id).textContent !== text) $(id).textContent = text; };
        $('alarm').hidden = !view.text;
        $('alarm').classList.toggle('silenced', !view.isLoud);
        set('alarmtext', view.isLoud ? view.text : `Silenced. ${view.text}`);
        $('silence').hidden = !view.isLoud;
        document.title = view.title;
        if (view.isLoud && !this.beeping) {
            this.beeping = setInterval(() => this.beep(), 1200);
            this.beep();
        } else if (!view.isLoud) {
            clearInterval(this.beeping);
            this.beeping = null;
        }
        const isMute = this.sound?.state !== 'running';
        $('soundon').hidden = !this.watch || !isMute;
        $('watchnote').hidden = !this.watch;
        set('watchnote', [isMute ? 'The alarm of this page is mute: a browser lets a page sound only after a click.' : 'This page sounds the alarm.',
            this.lock ? 'The screen stays on.' : 'The screen may sleep, and this page with it: keep the screen on, or use a hook.'].join(' '));
    }

    turnOnSound() {
        this.sound ??= new AudioContext();
        this.sound.resume().then(() => this.judge());
    }

    beep() {
        if (!this.sound) return;
        const [tone, volume] = [this.sound.createOscillator(), this.sound.createGain()];
        tone.frequency.value = 880;
        volume.gain.value = 0.3;
        tone.connect(volume).connect(this.sound.destination);
        tone.start();
        tone.stop(this.sound.currentTime + 0.5);
    }

    silence() {
        for (const alarm of alarms(this.watch, this.known)) this.silenced.add(alarm.id);
        // These were news, and now they are read.
        if (this.watch) delete this.watch.slept;
        if (this.watch?.gone) this.watch = null;
        this.keepAwake();
        this.judge();
    }

    // The screen stays on while the page watches, as far as the browser lets it.
    async keepAwake() {
        const isWatching = () => Boolean(this.watch && !this.watch.gone);
        if (isWatching() && !this.lock && !this.isLocking && document.visibilityState === 'visible' && navigator.wakeLock) {
            this.isLocking = true;
            try {
                const lock = this.lock = await navigator.wakeLock.request('screen');
                lock.addEventListener('release', () => { if (this.lock === lock) this.lock = null; });
            } catch { this.lock = null; }
            this.isLocking = false;
        }
        if (isWatching()) return;
        this.lock?.release();
        this.lock = null;
    }

    // MARK: drawing

    edit(region) {
        const draft = { identifier: region.identifier, name: region.name, kind: region.kind };
        if (region.kind === 'circle') Object.assign(draft, { center: [region.latitude, region.longitude], radius: region.radius });
        else draft.corners = region.polygons[0].rings[0].corners.map(corner => [corner.latitude, corner.longitude]);
        if (region.until) draft.hours = Math.max(1, Math.round((region.until - Date.now()) / 3600000));
        this.map.goToRegion(region);
        this.begin(draft);
    }

    begin(draft, action = 'Save') {
        const middle = this.map.map.getCenter().wrap();
        this.draft = { center: [middle.lat, middle.lng], corners: [], radius: 200, ...draft };
        $('regionform').hidden = false;
        $('saveregion').textContent = action;
        $('regionname').value = this.draft.name;
        $('regionhours').value = this.draft.hours ?? '';
        $('regionkind').value = this.draft.kind === 'circle' ? 'circle' : 'polygons';
        this.draft.kind = $('regionkind').value;
        $('regionrefused').textContent = '';
        this.map.onpick = place => this.picked(place.wrap());
        this.fill();
        this.draw();
        $(this.draft.name ? 'saveregion' : 'regionname').focus();
    }

    end() {
        this.draft = null;
        this.map.onpick = null;
        this.map.showDraft(null);
        $('regionform').hidden = true;
    }

    picked(place) {
        if (this.draft.kind === 'circle') this.draft.center = [place.lat, place.lng];
        else if (this.draft.corners.length < 200) this.draft.corners.push([place.lat, place.lng]);
        this.fill();
        this.draw();
    }

    typed() {
        const [latitude, longitude, radius] = ['regionlatitude', 'regionlongitude', 'regionradius'].map(id => $(id).valueAsNumber);
        if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) this.draft.center = [latitude, longitude];
        if (radius > 0) this.draft.radius = radius;
        this.draw();
    }

    fill() {
        const isCircle = this.draft.kind === 'circle';
        $('circlefields').hidden = !isCircle;
        $('undocorner').hidden = isCircle;
        $('regionhint').textContent = isCircle ? 'Click the map, drag the handles, or type.'
            : `Click the map to add a corner, drag a corner to move it. ${words.plural(this.draft.corners.length, 'corner')} so far.`;
        $('regionlatitude').value = this.draft.center[0].toFixed(6);
        $('regionlongitude').value = this.draft.center[1].toFixed(6);
        $('regionradius').value = Math.round(this.draft.radius);
    }

    draw() {
        this.map.showDraft(this.draft, () => { this.fill(); });
        if (this.draft.kind !== 'circle') this.fill();
    }

    async save() {
        const { draft } = this;
        const name = $('regionname').value.trim();
        const isCircle = draft.kind === 'circle';
        // A region of the same identifier would be replaced, and a new anchor would be watched by every page.
        if (!draft.identifier && (name === anchor || this.list.some(region => region.mayChange && region.identifier === name))) {
            $('regionrefused').textContent = `The name "${name}" is taken: choose another one, or edit that region.`;
            return;
        }
        if (!isCircle && draft.corners.length < 3) { $('regionrefused').textContent = 'An area needs three corners.'; return; }
        const turn = ([latitude, longitude]) => [+longitude.toFixed(7), +latitude.toFixed(7)];
        const geometry = isCircle ? { type: 'Point', coordinates: turn(draft.center) }
            : { type: 'Polygon', coordinates: [[...draft.corners, draft.corners[0]].map(turn)] };
        const properties = isCircle ? { name, radius: draft.radius } : { name };
        const hours = $('regionhours').value ? `?hours=${$('regionhours').value}` : '';
        try {
            const found = await this.change(hours, { method: 'POST',
                body: JSON.stringify({ type: 'Feature', id: draft.identifier ?? name, properties, geometry }) });
            if (this.draft === draft) this.end();
            this.show(found);
        } catch (error) { if (this.draft === draft) $('regionrefused').textContent = error.message; else this.say(error.message); }
    }

    async remove(region) {
        try {
            const found = await this.change(`?identifier=${encodeURIComponent(region.identifier)}`, { method: 'DELETE' });
            // Nobody needs to be alarmed about what was asked for.
            if (region.identifier === anchor) this.watch = null;
            this.show(found);
        } catch (error) { this.say(error.message); }
    }
}
