// The map: ground, track, marks and the live position.

import { happenings } from './halts.js';
import * as words from './words.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const colours = {
    light: { sea: '#cfe3ee', land: '#f4f1ea', coast: '#86a7b8', river: '#9fc3d8', border: '#9b8fa5', state: '#d2cad8', speeds:
        ['#2b1c8f', '#6a1fb0', '#a3209b', '#cf3f77', '#ea6a4d', '#f7962f', '#f5c52a'], gap: '#5c5c66', region: '#0b7a5c' },
    dark: { sea: '#16242e', land: '#24292c', coast: '#4e6a7a', river: '#304a5b', border: '#7d7187', state: '#423c48', speeds:
        ['#6462ea', '#9a5ff2', '#cb62de', '#ee6aa4', '#ff8470', '#ffab52', '#ffd84a'], gap: '#b8b8c4', region: '#46c79f' },
};
export const palette = () => dark.matches ? colours.dark : colours.light;

// The same longitude, less than half of the world away from another one: a line over 180° goes on to 181°.
const near = (longitude, other) => Number.isFinite(other) ? longitude + 360 * Math.round((other - longitude) / 360) : longitude;

// [latitude, longitude] of each, as one line, that goes on from a longitude.
function unwrapped(places, from) {
    let last = from;
    return places.map(([latitude, longitude]) => [latitude, last = near(longitude, last)]);
}

// Beyond this zoom the rivers of the base map are visibly beside the real ones.
const riverZoom = 13;

const Ground = L.GridLayer.extend({
    createTile(at, done) {
        const size = this.getTileSize();
        const canvas = document.createElement('canvas');
        const ratio = Math.min(devicePixelRatio || 1, 2);
        canvas.width = size.x * ratio;
        canvas.height = size.y * ratio;
        canvas.classList.add('ground');
        const across = 2 ** at.z;
        const column = ((at.x % across) + across) % across;
        if (at.y < 0 || at.y >= across) { setTimeout(() => done(null, canvas)); return canvas; }
        if (this.options.squares) {
            this.drawKept(canvas, at.z, column, at.y);
            setTimeout(() => done(null, canvas));
            return canvas;
        }
        fetch(`/api/ground/${at.z}/${column}/${at.y}`)
            .then(reply => reply.ok ? reply.json() : Promise.reject(new Error(reply.status)))
            .then(square => { this.draw(canvas, square); done(null, canvas); })
            .catch(error => done(error, canvas));
        return canvas;
    },
    // A square of the file; where there is none, its part of the smallest one around it.
    drawKept(canvas, zoom, column, row) {
        for (let up = 0; up <= zoom; up += 1) {
            const square = this.options.squares[`${zoom - up}/${column >> up}/${row >> up}`];
            if (!square) continue;
            const parts = 2 ** up;
            return this.draw(canvas, square, parts, column % parts * canvas.width, row % parts * canvas.height);
        }
    },
    draw(canvas, square, parts = 1, left = 0, top = 0) {
        const context = canvas.getContext('2d');
        const look = palette();
        const scale = canvas.width * parts / 4096;
        context.fillStyle = look.sea;
        context.fillRect(0, 0, canvas.width, canvas.height);
        const trace = (line, isRing) => {
            for (let index = 0; index < line.length; index += 2) {
                const [x, y] = [line[index] * scale - left, line[index + 1] * scale - top];
                if (index) context.lineTo(x, y); else context.moveTo(x, y);
            }
            if (isRing) context.closePath();
        };
        context.beginPath();
        for (const ring of square.land) trace(ring, true);
        context.fillStyle = look.land;
        context.fill('evenodd');
        context.lineWidth = canvas.width / 256;
        const stroke = (lines, colour, isRing) => {
            context.beginPath();
            for (const line of lines) trace(line, isRing);
            context.strokeStyle = colour;
            context.stroke();
        };
        if (this._map?.getZoom() <= riverZoom) stroke(square.rivers, look.river, false);
        context.beginPath();
        for (const ring of square.lakes) trace(ring, true);
        context.fillStyle = look.sea;
        context.fill('evenodd');
        stroke(square.lakes, look.coast, true);
        stroke(square.states, look.state, false);
        stroke(square.borders, look.border, false);
        stroke(square.land, look.coast, true);
        canvas.dataset.land = square.land.length;
        canvas.dataset.water = square.lakes.length + square.rivers.length;
    },
});

export class TrackMap {
    constructor(element, session) {
        this.map = L.map(element, { preferCanvas: true, worldCopyJump: true, minZoom: 1, maxZoom: 19, zoomSnap: 1,
            attributionControl: false }).setView([30, 10], 2);
        L.control.scale({ imperial: session.units === 'imperial', metric: session.units !== 'imperial' }).addTo(this.map);
        element.classList.toggle('groundless', !session.hasMap);
        if (session.hasMap) {
            this.ground = new Ground({ maxNativeZoom: 12, maxZoom: 19, keepBuffer: 1, updateWhenZooming: false, squares: session.squares });
            this.ground.addTo(this.map);
        }
        // The administrator's tiles, over the ground and under all else. Where there are none, the ground is seen.
        if (session.tiles) {
            L.tileLayer(session.tiles, { maxZoom: 19, minZoom: session.tilesMinimumZoom ?? 0, maxNativeZoom: session.tilesMaximumZoom ?? 19,
                errorTileUrl: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' }).addTo(this.map);
        }
        if (session.tilesAttribution) {
            const credit = L.control({ position: 'bottomright' });
            credit.onAdd = () => {
                const line = document.createElement('div');
                line.className = 'credit';
                line.dataset.testid = 'credit';
                line.textContent = session.tilesAttribution;
                return line;
            };
            credit.addTo(this.map);
        }
        const note = (text, testid) => {
            const control = L.control({ position: 'bottomright' });
            const line = L.DomUtil.create('div', 'credit');
            line.textContent = text;
            line.dataset.testid = testid;
            line.hidden = true;
            control.onAdd = () => line;
            control.addTo(this.map);
            return line;
        };
        if (session.hasMap && !session.tiles && !session.squares && session.access === 'full') {
            const hint = note('No roads in the base map: tiles: in web.yaml adds a map of yours.', 'roads');
            this.map.on('zoomend', () => { hint.hidden = this.map.getZoom() < 14; });
        }
        this.key = note('', 'legend');
        this.key.classList.add('key');
        // Where the box was since the end of the track that is shown.
        this.ways = [];
        this.canvas = L.canvas({ padding: 0.3, tolerance: 4 });
        this.tracks = L.layerGroup().addTo(this.map);
        this.marks = L.layerGroup().addTo(this.map);
        this.regions = L.layerGroup().addTo(this.map);
        this.own = L.layerGroup().addTo(this.map);
        this.draft = L.layerGroup().addTo(this.map);
        this.towns = L.layerGroup().addTo(this.map);
        this.hasTowns = session.hasTowns;
        this.kept = session.towns;
        this.map.on('moveend', () => { this.showTowns(); this.onview?.(this.map.getZoom()); });
        this.map.on('zoomend', () => this.redraw());
        let hadRivers = true;
        this.map.on('zoomend', () => {
            const hasRivers = this.map.getZoom() <= riverZoom;
            if (hasRivers !== hadRivers) this.ground?.redraw();
            hadRivers = hasRivers;
        });
        this.map.on('click', event => this.onpick ? this.onpick(event.latlng) : this.asked(event.latlng));
        dark.addEventListener('change', () => { this.ground?.redraw(); this.redraw(); });
        this.showTowns();
        this.redraw = this.redraw.bind(this);
    }

    showTowns() {
        if (this.kept) this.found = this.kept.filter(town => this.map.getBounds().contains([town.latitude, town.longitude])).slice(0, 60);
        if (this.kept || !this.hasTowns) return this.place();
        clearTimeout(this.pendingTowns);
        this.pendingTowns = setTimeout(async () => {
            const bounds = this.map.getBounds().pad(-0.02);
            const south = Math.max(bounds.getSouth(), -85), north = Math.min(bounds.getNorth(), 85);
            const west = L.Util.wrapNum(bounds.getWest(), [-180, 180], false);
            const width = Math.min(bounds.getEast() - bounds.getWest(), 360);
            const box = [south, west, north, width].map(number => number.toFixed(4)).join();
            this.asking?.abort();
            this.asking = new AbortController();
            try {
                const reply = await fetch(`/api/towns?box=${box}&limit=60`, { signal: this.asking.signal });
                if (!reply.ok) return;
                this.found = (await reply.json()).towns;
                this.place();
                this.map.getContainer().dataset.towns = this.map.getZoom();
            } catch {
                // Another part of the map is looked at by now, or the server is gone: the status says so.
            }
        }, 120);
    }

    // The largest first, each where there is room beside it; one that would lie over a mark or over another is left out.
    place() {
        const west = this.map.getBounds().getWest();
        this.towns.clearLayers();
        const size = this.map.getSize();
        const around = (mark, left, top, right = left, bottom = top) => {
            const at = this.map.latLngToContainerPoint(mark.getLatLng());
            return [at.x - left, at.y - top, at.x + right, at.y + bottom];
        };
        const taken = [...this.marks.getLayers(), ...(this.position ? [this.position] : [])].map(mark => around(mark, 13, 13));
        for (const control of this.map.getContainer().querySelectorAll('.leaflet-control-container .leaflet-control, .leaflet-control-container .credit')) {
            const corner = control.parentElement;
            const [left, top] = [corner.offsetLeft + control.offsetLeft, corner.offsetTop + control.offsetTop];
            if (control.offsetWidth) taken.push([left, top, left + control.offsetWidth, top + control.offsetHeight]);
        }
        const meets = (box, other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1];
        // Names of regions come first, each below those that it would lie on.
        for (const name of [...this.regions.getLayers(), ...this.own.getLayers()].filter(layer => layer.options.label)) {
            const box = around(name, 4, 4, name.options.label.textContent.length * 7, 14);
            let down = 0;
            while (down < 120 && taken.some(other => meets([box[0], box[1] + down, box[2], box[3] + down], other))) down += 6;
            name.options.label.style.top = `${down}px`;
            taken.push([box[0], box[1] + down, box[2], box[3] + down]);
        }
        let shown = 0;
        const isFree = box => box[0] > 2 && box[2] < size.x - 2 && box[1] > 2 && box[3] < size.y - 2
            && !taken.some(other => meets(box, other));
        for (const town of this.found ?? []) {
            let longitude = town.longitude;
            while (longitude < west) longitude += 360;
            const at = this.map.latLngToContainerPoint([town.latitude, longitude]);
            const isCity = town.population > 250000;
            const wide = town.name.length * (isCity ? 8.5 : 7) + 4;
            const sides = { east: [at.x + 5, at.y - 9, at.x + 8 + wide, at.y + 9], west: [at.x - 8 - wide, at.y - 9, at.x - 5, at.y + 9],
                north: [at.x - wide / 2, at.y - 28, at.x + wide / 2, at.y - 11], south: [at.x - wide / 2, at.y + 11, at.x + wide / 2, at.y + 28] };
            const side = Object.keys(sides).find(name => isFree(sides[name]));
            if (!side || !isFree([at.x - 4, at.y - 4, at.x + 4, at.y + 4])) continue;
            taken.push(sides[side], [at.x - 4, at.y - 4, at.x + 4, at.y + 4]);
            const label = document.createElement('span');
            label.textContent = town.name;
            label.dataset.testid = 'town';
            const icon = L.divIcon({ className: `town ${side}${isCity ? ' city' : ''}`, html: label, iconSize: [8, 8] });
            L.marker([town.latitude, longitude], { icon, interactive: false, keyboard: false, pane: 'overlayPane' }).addTo(this.towns);
            shown += 1;
            if (shown >= 28) break;
        }
    }

    // MARK: the track

    showNothing() { this.showOverview({ overview: [] }, false); }

    refresh(day) {
        this.day = day;
        this.redraw();
        this.showMarks();
    }

    show(day) {
        this.day = day;
        this.overview = null;
        this.map.invalidateSize({ animate: false });
        this.redraw();
        this.showMarks();
        this.showRegions(day.regions ?? []);
        this.fit();
        // Names make room for the marks, also if the map stays where it is.
        this.showTowns();
    }

    showOverview(overview, isNew) {
        this.day = this.end = null;
        this.tail?.remove();
        this.overview = overview;
        this.marks.clearLayers();
        this.key.hidden = true;
        this.map.invalidateSize({ animate: false });
        this.redraw();
        if (isNew) this.fit();
    }

    fit() {
        const bounds = L.latLngBounds([]);
        for (const layer of this.tracks.getLayers()) if (layer.getBounds) bounds.extend(layer.getBounds());
        if (bounds.isValid()) this.map.fitBounds(bounds, { padding: [30, 30], maxZoom: 16, animate: false });
    }

    // Of each line what can be told apart at this zoom.
    redraw() {
        if (this.overview) return this.drawOverview();
        if (!this.day) return;
        const look = palette();
        this.tracks.clearLayers();
        if (this.day.accuracy === 'reduced') {
            for (const place of this.day.places) {
                L.circle([place.latitude, place.longitude], { radius: place.radius ?? 4000, renderer: this.canvas, weight: 1,
                    color: look.speeds[1], fillOpacity: 0.04 }).addTo(this.tracks);
            }
            return;
        }
        const speeds = this.day.speeds;
        const start = this.day.start;
        let latitude = 0;
        for (const piece of this.day.pieces) if (piece.points.length) { latitude = piece.points[0][1]; break; }
        const pixel = 156543 * Math.cos(latitude * Math.PI / 180) / 2 ** this.map.getZoom();
        let least = 0;
        while (least < 14 && this.day.tolerance * 2 ** (least + 1) < pixel * 0.7) least += 1;
        const lines = Array.from({ length: speeds.classes }, () => []);
        let last = null;
        let longitude;
        let drawn = 0;
        const dashes = [];
        for (const piece of this.day.pieces) {
            let line = null;
            let kind = -1;
            let before = null;
            for (let index = 0; index < piece.points.length; index += 1) {
                const point = piece.points[index];
                if (point[4] < least && index > 0 && index < piece.points.length - 1) continue;
                longitude = near(point[2], longitude);
                const at = [point[1], longitude];
                drawn += 1;
                if (index === 0 && last && piece.link === 'gap') dashes.push([[last, at], piece]);
                const next = this.speedClass(point[3]);
                if (next !== kind || !line) {
                    line = before ? [before] : [];
                    kind = next;
                    lines[kind].push(line);
                }
                line.push(at);
                before = at;
            }
            last = before;
        }
        lines.forEach((parts, kind) => {
            if (!parts.length) return;
            const single = parts.filter(part => part.length === 1).map(part => part[0]);
            L.polyline(parts.filter(part => part.length > 1), { renderer: this.canvas, color: look.speeds[kind], weight: 4,
                opacity: 0.95, smoothFactor: 0, interactive: false }).addTo(this.tracks);
            for (const at of single.slice(0, 200)) {
                L.circleMarker(at, { renderer: this.canvas, radius: 2, color: look.speeds[kind], interactive: false }).addTo(this.tracks);
            }
        });
        for (const [ends, piece] of dashes) {
            L.polyline(ends, { renderer: this.canvas, color: look.gap, weight: 2, dashArray: '6 6' }).addTo(this.tracks)
                .bindTooltip(piece.text, { sticky: true })
                .on('click', event => { L.DomEvent.stop(event); this.onwhy?.(this.gapTime(piece, start)); });
        }
        for (const { from, text, places } of this.day.untrusted ?? []) {
            L.polyline(unwrapped(places.map(at => [at.latitude, at.longitude]), longitude), { renderer: this.canvas, color: look.gap, weight: 3, dashArray: '1 7' })
                .addTo(this.tracks).bindTooltip(text, { sticky: true })
                .on('click', event => { L.DomEvent.stop(event); this.onwhy?.(from); });
        }
        const element = this.map.getContainer();
        element.dataset.drawn = drawn;
        this.announce('track', `${drawn} points of the track`);
        const end = this.day.pieces.at(-1)?.points.at(-1);
        this.end = end && { time: start + end[0], at: last };
        this.drawTail();
    }

    speedClass(speed) {
        const { size, step, classes } = this.day.speeds;
        return Math.min(Math.max(Math.floor((speed ?? 0) / size / step), 0), classes - 1);
    }

    // From the end of what the server sent to where the box is now.
    drawTail() {
        this.tail?.remove();
        this.ways = this.ways.filter(way => this.end && way.time > this.end.time);
        if (!this.ways.length || this.ways[0].time - this.end.time > 60000) return;
        this.tail = L.polyline([this.end.at, ...this.ways.map(way => way.at)], { renderer: this.canvas, weight: 4, interactive: false,
            color: palette().speeds[this.speedClass(this.ways.at(-1).speed)] }).addTo(this.map);
    }

    gapTime(piece, start) {
        const end = start + piece.points[0][0];
        const gap = this.day.gaps.find(found => Math.abs(found.to - end) < 60000);
        return gap ? Math.round((gap.from + gap.to) / 2) : end;
    }

    drawOverview() {
        const look = palette();
        this.tracks.clearLayers();
        let drawn = 0;
        let last;
        for (const day of this.overview.overview) {
            if (!day.lines.length) continue;
            const lines = day.lines.map(line => {
                const found = unwrapped(line, last);
                last = found.at(-1)?.[1] ?? last;
                return found;
            });
            for (const line of lines) drawn += line.length;
            L.polyline(lines, { renderer: this.canvas, color: look.speeds[2], weight: 2, opacity: 0.8, smoothFactor: 0 })
                .bindTooltip(`${day.day}, ${words.distance(day.distance)}`, { sticky: true })
                .on('click', event => { L.DomEvent.stop(event); this.onday?.(day.day); })
                .addTo(this.tracks);
        }
        this.map.getContainer().dataset.drawn = drawn;
        this.announce('track', `${drawn} points of the track`);
    }

    // What is painted on a canvas has an element for tests and screen readers.
    announce(name, text) {
        let note = document.getElementById(`map-${name}`);
        if (!note) {
            note = document.createElement('span');
            note.id = `map-${name}`;
            note.className = 'hidden';
            note.dataset.testid = name;
            this.map.getContainer().append(note);
        }
        note.textContent = text;
    }

    showMarks() {
        this.marks.clearLayers();
        if (this.day.accuracy === 'reduced') return;
        const kinds = new Map();
        for (const found of happenings(this.day).filter(found => found.kind !== 'trip').slice(0, 1000)) {
            if (found.latitude === undefined) continue;
            const title = `${found.name} ${words.span(found.from, found.to)}${found.note ? `: ${found.note}` : ''}`;
            const time = found.moment;
            kinds.set(found.sign, found.name);
            const label = document.createElement('span');
            label.textContent = found.sign;
            label.dataset.testid = found.kind;
            label.dataset.time = time;
            const icon = L.divIcon({ className: `mark ${found.kind}`, html: label, iconSize: [22, 22] });
            const marker = L.marker(this.beside(found), { icon, title, alt: title, keyboard: true }).addTo(this.marks);
            marker.getElement().setAttribute('role', 'button');
            marker.getElement().setAttribute('aria-label', title);
            marker.on('click', () => this.onwhy?.(time));
            marker.on('keypress', event => { if (['Enter', ' '].includes(event.originalEvent.key)) this.onwhy?.(time); });
        }
        if (this.day.pieces.some(piece => piece.link === 'gap')) kinds.set('- -', 'Not recorded');
        this.key.replaceChildren(...[...kinds].map(([sign, name]) => {
            const part = document.createElement('span');
            part.textContent = `${sign} ${name}`;
            return part;
        }));
        this.key.hidden = !kinds.size;
    }

    // A place in that copy of the world in which the line ends.
    beside({ latitude, longitude }) { return [latitude, near(longitude, this.end?.at[1])]; }

    showRegions(regions) { this.fillRegions(this.regions, regions); }

    showOwnRegions(regions) { this.fillRegions(this.own, regions); }

    goToRegion(region) {
        const shape = this.shapeOf(region, {});
        if (!shape) return;
        // A circle knows its bounds only on a map.
        const bounds = shape.addTo(this.map).getBounds();
        shape.remove();
        this.map.fitBounds(bounds, { padding: [40, 40], maxZoom: 17 });
    }

    // What is being drawn, with handles that can be dragged; null: nothing is.
    showDraft(draft, changed) {
        this.draft.clearLayers();
        if (!draft) return;
        const style = { color: palette().region, weight: 3, dashArray: '4 6', fillOpacity: 0.15, interactive: false };
        const handle = (place, moved) => {
            const icon = L.divIcon({ className: 'handle', html: document.createElement('span'), iconSize: [16, 16] });
            const made = L.marker(place, { icon, draggable: true, keyboard: false, zIndexOffset: 2000 });
            made.on('drag', () => { moved(made.getLatLng()); changed(); });
            return made.addTo(this.draft);
        };
        const middle = this.map.getCenter().lng;
        if (draft.kind === 'circle') {
            const circle = L.circle([draft.center[0], near(draft.center[1], middle)], { ...style, radius: draft.radius }).addTo(this.draft);
            const edge = () => [draft.center[0], circle.getBounds().getEast()];
            const rim = handle(edge(), at => {
                draft.radius = Math.max(1, Math.min(1e6, this.map.distance(draft.center, at)));
                circle.setRadius(draft.radius);
            });
            handle(circle.getLatLng(), at => {
                draft.center = [at.lat, at.wrap().lng];
                circle.setLatLng(at);
                rim.setLatLng(edge());
            });
        } else {
            const corners = () => unwrapped(draft.corners, middle);
            const area = L.polygon(corners(), style).addTo(this.draft);
            corners().forEach((corner, index) => handle(corner, at => { draft.corners[index] = [at.lat, at.wrap().lng]; area.setLatLngs(corners()); }));
        }
    }

    shapeOf(region, style) {
        const corners = list => unwrapped(list.map(corner => [corner.latitude, corner.longitude]), this.end?.at[1]);
        switch (region.kind) {
        case 'circle': return L.circle(this.beside(region), { ...style, radius: region.radius });
        case 'polygons': return L.polygon(region.polygons.map(part => part.rings.map(ring => corners(ring.corners))), style);
        case 'corridor': return L.polyline(corners(region.corners), { ...style, weight: 6, opacity: 0.4 });
        default: return null;
        }
    }

    fillRegions(group, regions) {
        group.clearLayers();
        const style = { color: palette().region, weight: 2, fillOpacity: 0.08, interactive: false, className: 'region' };
        for (const region of regions) {
            const layer = this.shapeOf(region, style);
            if (!layer) continue;
            layer.addTo(group);
            const label = document.createElement('span');
            label.textContent = region.name;
            label.dataset.testid = 'region';
            const icon = L.divIcon({ className: 'regionname', html: label, iconSize: [8, 8] });
            L.marker(layer.getBounds().getCenter(), { icon, label, interactive: false, keyboard: false }).addTo(group);
        }
        this.place();
    }

    // The moment of the point nearest to a click.
    asked(latlng) {
        if (!this.day?.pieces) return;
        const click = this.map.latLngToLayerPoint(latlng);
        let [best, nearest] = [null, 18 * 18];
        let last;
        for (const piece of this.day.pieces) {
            for (const point of piece.points) {
                last = near(point[2], last);
                const at = this.map.latLngToLayerPoint([point[1], last]);
                const square = (at.x - click.x) ** 2 + (at.y - click.y) ** 2;
                if (square < nearest) [best, nearest] = [point, square];
            }
        }
        if (best) this.onwhy?.(this.day.start + best[0]);
    }

    // MARK: the position

    showPosition(position, isStale) {
        const at = this.beside(position);
        if (!this.position) {
            const dot = document.createElement('span');
            dot.dataset.testid = 'position';
            dot.className = 'dot';
            const arrow = document.createElement('span');
            arrow.className = 'arrow';
            dot.append(arrow);
            this.dot = dot;
            this.arrow = arrow;
            this.position = L.marker(at, { icon: L.divIcon({ className: 'position', html: dot, iconSize: [22, 22] }), zIndexOffset: 1000,
                interactive: false, keyboard: false, alt: 'Position' }).addTo(this.map);
            this.halo = L.circle(at, { radius: 1, className: 'halo', interactive: false, renderer: L.svg() }).addTo(this.map);
        }
        if (this.end && position.time > this.end.time) {
            // What was later, of a wrong year, would let nothing follow.
            this.ways = this.ways.filter(way => way.time < position.time);
            this.ways.push({ time: position.time, at, speed: position.speed });
            this.drawTail();
        }
        this.position.setLatLng(at);
        this.halo.setLatLng(at).setRadius(position.accuracy ?? 0);
        this.dot.dataset.latitude = position.latitude;
        this.dot.dataset.longitude = position.longitude;
        this.arrow.hidden = position.course === undefined;
        if (position.course !== undefined) this.arrow.style.transform = `rotate(${position.course}deg)`;
        this.stale(isStale);
    }

    stale(isStale) { this.dot?.classList.toggle('stale', isStale); }

    goTo(position, zoom) { this.map.setView(this.beside(position), Math.max(this.map.getZoom(), zoom ?? 13)); }

    showCursor(point) {
        if (!point) { this.cursor?.remove(); this.cursor = null; return; }
        const at = this.beside({ latitude: point[1], longitude: point[2] });
        if (!this.cursor) {
            this.cursor = L.circleMarker(at, { radius: 7, color: '#fff', weight: 2, fillColor: '#d6251f', fillOpacity: 1,
                interactive: false, renderer: L.svg() }).addTo(this.map);
        }
        this.cursor.setLatLng(at);
    }
}
