// Figures, times and words as people read them.

const metric = { far: [1000, 'km'], near: [1, 'm'], speed: [1 / 3.6, 'km/h'] };
const systems = {
    metric,
    imperial: { far: [1609.344, 'mi'], near: [0.3048, 'ft'], speed: [0.44704, 'mph'] },
    nautical: { far: [1852, 'NM'], near: [1, 'm'], speed: [1852 / 3600, 'kn'] },
};
let units = metric;
let [clock, present] = [[], []];

export function useUnits(name) { units = systems[name] ?? metric; }

// The times of the box, not of the browser: [{since, seconds}], of the days that are shown, and from today on.
export function useClock(offsets) { clock = [...(offsets ?? []), ...present]; }
export function usePresentClock(offsets) { clock = present = offsets ?? []; }

// Whether these offsets of today are those that are known: not so once the box is in another time zone.
export const isPresentClock = offsets => offsets.every(({ since, seconds }) => ahead(present, since) === seconds);

function ahead(offsets, time) {
    let seconds = offsets.length ? offsets[0].seconds : -new Date(time).getTimezoneOffset() * 60;
    for (const offset of offsets) if (offset.since <= time) seconds = offset.seconds;
    return seconds;
}

function local(time) { return new Date(time + ahead(clock, time) * 1000); }

export const localTime = local;
const two = number => String(number).padStart(2, '0');
export function dayOf(time) { return local(time).toISOString().slice(0, 10); }
export function minute(time) { const at = local(time); return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`; }
export function second(time) { return `${minute(time)}:${two(local(time).getUTCSeconds())}`; }

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
export const month = day => months[day.slice(5, 7) - 1];

// A moment up to now: with its day, unless that is today.
export const since = time => `${dayOf(time) === dayOf(Date.now()) ? '' : `${dayOf(time)} `}${minute(time)}`;

export function span(from, to) {
    if (from === undefined) return to === undefined ? '' : `until ${minute(to)}`;
    if (to === undefined) return `since ${minute(from)}`;
    const isOneDay = dayOf(from) === dayOf(to);
    return `${isOneDay ? '' : `${dayOf(from)} `}${minute(from)}–${isOneDay ? '' : `${dayOf(to)} `}${minute(to)}`;
}

export function distance(metres) {
    const [size, symbol] = units.far;
    if (Math.round(metres) < size) return `${Math.round(metres / units.near[0])} ${units.near[1]}`;
    const value = metres / size;
    return `${value < 1000 ? value.toFixed(1) : Math.round(value)} ${symbol}`;
}

export function length(metres) { return `${Math.round(metres / units.near[0])} ${units.near[1]}`; }

export function speed(metresPerSecond) {
    const value = metresPerSecond / units.speed[0];
    return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units.speed[1]}`;
}

export const speedUnit = () => units.speed;
export const lengthUnit = () => units.near;

export function duration(seconds) {
    const whole = Math.round(seconds);
    const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
    if (days) return hours ? `${days} d ${hours} h` : `${days} d`;
    if (hours) return minutes ? `${hours} h ${minutes} min` : `${hours} h`;
    return minutes ? `${minutes} min` : `${whole} s`;
}

export function plural(count, word) { return `${count} ${word}${count === 1 ? '' : 's'}`; }

const points = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
export function course(degrees) { return `${Math.round(degrees) % 360}° ${points[Math.round(degrees / 45) % 8]}`; }
