// The sky: where satellites stand, as seen from the box, north up, the horizon outside.

function shapeIn(picture, name, attributes, text) {
    const made = document.createElementNS(picture.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
}

// Nothing is drawn of satellites whose direction is unknown.
export function drawSky(element, satellites) {
    const known = satellites.filter(satellite => satellite.azimuth !== undefined && satellite.elevation !== undefined && satellite.elevation >= 0);
    const shape = (...rest) => shapeIn(element, ...rest);
    element.toggleAttribute('hidden', !known.length);
    if (!known.length) return;
    const parts = [0, 30, 60].map(elevation => shape('circle', { r: 90 - elevation, class: 'ring' }));
    parts.push(shape('path', { d: 'M-90 0H90M0-90V90', class: 'ring' }));
    for (const [letter, x, y] of [['N', 0, -95], ['E', 97, 4], ['S', 0, 103], ['W', -97, 4]]) parts.push(shape('text', { x, y }, letter));
    for (const satellite of known) {
        const [angle, far] = [satellite.azimuth * Math.PI / 180, 90 - satellite.elevation];
        const [x, y] = [(far * Math.sin(angle)).toFixed(1), (-far * Math.cos(angle)).toFixed(1)];
        const dot = shape('circle', { cx: x, cy: y, r: 4 + Math.max(0, (satellite.signal ?? 0) - 20) / 8, class: satellite.used ? 'used' : 'seen' });
        dot.append(shape('title', {}, `${satellite.constellation ?? ''} ${satellite.identifier}, ${satellite.signal ?? 'no'} dB-Hz`));
        parts.push(dot);
    }
    element.setAttribute('aria-label', `${known.length} satellites in the sky, ${known.filter(satellite => satellite.used).length} used; the list below has their signals`);
    element.replaceChildren(...parts);
}
