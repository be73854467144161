// Regions: listed with their state, drawn and changed on the map; an anchor watch, and its alarm.

import * as words from './words.js';

const $ = id => document.getElementById(id);
const anchor = 'anchor';

export class Regions {
    // map: a TrackMap; ask: asks the server; position: where the box is now, or null; say: tells people something.
    constructor(map, ask, position, say) {
        Object.assign(this, { map, ask, position, say, list: [], draft: null, sound: null, isSilenced: false });
        $('anchor').addEventListener('click', () => this.watchAnchor());
        $('addregion').addEventListener('click', () => this.begin({ name: '', kind: 'circle', radius: 200 }));
        $('cancelregion').addEventListener('click', () => this.end());
        $('undocorner').addEventListener('click', () => { this.draft.corners.pop(); this.draw(); });
        $('regionkind').addEventListener('change', () => { this.draft.kind = $('regionkind').value; this.fill(); this.draw(); });
        for (const id of ['regionlatitude', 'regionlongitude', 'regionradius']) $(id).addEventListener('input', () => this.typed());
        $('regionform').addEventListener('submit', event => { event.preventDefault(); this.save(); });
        $('silence').addEventListener('click', () => this.silence());
        document.addEventListener('keydown', event => { if (event.key === 'Escape' && this.draft) this.end(); });
        $('regionbox').hidden = false;
    }

    async refresh() {
        let found;
        try { found = (await this.ask('/api/regions')).regions; } catch { return; }
        this.show(found);
    }

    show(list) {
        this.list = list;
        this.map.showOwnRegions(list.filter(region => region.mayChange));
        $('regionlist').replaceChildren(...list.map(region => this.item(region)));
        const watch = list.find(region => region.identifier === anchor && region.mayChange);
        $('anchor').disabled = Boolean(watch);
        if (watch?.state === 'outside') this.alarm(); else if (!watch || watch.state === 'inside') this.calm();
    }

    item(region) {
        const item = document.createElement('li');
        item.dataset.testid = 'regionitem';
        item.dataset.state = region.state;
        const text = document.createElement('span');
        text.textContent = `${region.name}: ${region.state}${region.until ? `, until ${words.minute(region.until)}` : ''}`;
        item.append(text);
        const button = (label, act) => {
            const made = document.createElement('button');
            made.type = 'button';
            made.textContent = label;
            made.setAttribute('aria-label', `${label} ${region.name}`);
            made.addEventListener('click', act);
            item.append(made);
        };
        button('Show', () => this.map.goToRegion(region));
        if (region.mayChange) {
            if (region.kind === 'circle' || region.polygons?.length === 1) button('Edit', () => this.edit(region));
            button('Remove', () => this.remove(region));
        }
        return item;
    }

    // What crossed a boundary just now, or while nobody looked.
    happened(event) {
        const region = this.list.find(found => found.identifier === event.identifier);
        if (event.identifier === anchor && event.state === 'outside') this.alarm(event.time);
        else this.say(`${event.state === 'inside' ? 'Entered' : 'Left'} ${region?.name ?? event.identifier} at ${words.minute(event.time)}`);
        this.refresh();
    }

    // MARK: the anchor watch

    watchAnchor() {
        const position = this.position();
        if (!position) { this.say('The anchor watch needs a position; there is none now.'); return; }
        // A browser lets a page sound only after a click.
        this.sound ??= new AudioContext();
        const radius = Math.max(40, Math.ceil((position.accuracy ?? 0) * 2));
        this.begin({ identifier: anchor, name: 'Anchor', kind: 'circle', radius, hours: 12,
            center: [position.latitude, position.longitude] }, 'Start the watch');
    }

    alarm(time) {
        if (time) this.left = time;
        $('alarmtext').textContent = `The anchor does not hold: outside of its circle${this.left ? ` since ${words.minute(this.left)}` : ''}`;
        if (!$('alarm').hidden) return;
        $('alarm').hidden = false;
        this.isSilenced = false;
        document.title = 'ALARM: locd';
        this.beeping = setInterval(() => this.beep(), 1200);
        this.beep();
    }

    beep() {
        if (this.isSilenced || !this.sound) return;
        const [tone, volume] = [this.sound.createOscillator(), this.sound.createGain()];
        tone.frequency.value = 880;
        volume.gain.value = 0.3;
        tone.connect(volume).connect(this.sound.destination);
        tone.start();
        tone.stop(this.sound.currentTime + 0.5);
    }

    silence() {
        this.isSilenced = true;
        clearInterval(this.beeping);
    }

    calm() {
        if ($('alarm').hidden) return;
        this.silence();
        this.left = null;
        $('alarm').hidden = true;
        document.title = 'locd';
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
        $('regionhint').textContent = isCircle ? 'Click on the map, drag the handles, or type.'
            : `Click on the map for each corner; drag corners. ${words.plural(this.draft.corners.length, 'corner')}.`;
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
        if (!isCircle && draft.corners.length < 3) { $('regionrefused').textContent = 'An area needs three corners.'; return; }
        const turn = ([latitude, longitude]) => [+longitude.toFixed(7), +latitude.toFixed(7)];
        const geometry = isCircle ? { type: 'Point', coordinates: turn(draft.center) }
            : { type: 'Polygon', coordinates: [[...draft.corners, draft.corners[0]].map(turn)] };
        const properties = isCircle ? { name, radius: draft.radius } : { name };
        const hours = $('regionhours').value ? `?hours=${$('regionhours').value}` : '';
        try {
            const found = await this.ask(`/api/regions${hours}`, { method: 'POST',
                body: JSON.stringify({ type: 'Feature', id: draft.identifier ?? name, properties, geometry }) });
            this.end();
            this.show(found.regions);
        } catch (error) { $('regionrefused').textContent = error.message; }
    }

    async remove(region) {
        try {
            this.show((await this.ask(`/api/regions?identifier=${encodeURIComponent(region.identifier)}`, { method: 'DELETE' })).regions);
        } catch (error) { this.say(error.message); }
    }
}
