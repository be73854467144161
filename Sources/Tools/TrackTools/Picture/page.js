
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const map = document.getElementById("map");
  const chart = document.getElementById("profile");
  const reading = document.getElementById("reading");

  const make = (name, attributes, parent) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (parent) parent.append(node);
    return node;
  };
  const html = (name, className, parent, text) => {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    if (parent) parent.append(node);
    return node;
  };

  // Numbers: zigzag, five bits a character, the low ones first.
  const digits = new Map([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].map((c, i) => [c.charCodeAt(0), i]));
  const unpack = (text) => {
    const numbers = [];
    let value = 0, weight = 1;
    for (let i = 0; i < text.length; i++) {
      const digit = digits.get(text.charCodeAt(i));
      value += (digit & 31) * weight;
      weight *= 32;
      if (digit < 32) {
        numbers.push(value % 2 ? -(value + 1) / 2 : value / 2);
        value = 0;
        weight = 1;
      }
    }
    return numbers;
  };
  const unpackLines = (packed) => {
    const numbers = unpack(packed.lines), lines = [];
    let x = 0, y = 0;
    for (let i = 0; i < numbers.length;) {
      const count = numbers[i++];
      const line = { points: new Float64Array(2 * count), box: [Infinity, Infinity, -Infinity, -Infinity] };
      for (let k = 0; k < count; k++) {
        x += numbers[i++];
        y += numbers[i++];
        const px = packed.origin[0] + x * packed.unit, py = packed.origin[1] + y * packed.unit;
        line.points[2 * k] = px;
        line.points[2 * k + 1] = py;
        line.box = [Math.min(line.box[0], px), Math.min(line.box[1], py), Math.max(line.box[2], px), Math.max(line.box[3], py)];
      }
      lines.push(line);
    }
    return lines;
  };

  // The track.
  const X = [], Y = [], T = [], V = [], L = [], pieces = [];
  {
    const numbers = unpack(data.track.points), { origin, unit, start } = data.track;
    let x = 0, y = 0, time = 0;
    for (let i = 0; i < numbers.length;) {
      const link = numbers[i++], count = numbers[i++], from = X.length;
      for (let k = 0; k < count; k++) {
        x += numbers[i++];
        y += numbers[i++];
        time += numbers[i++];
        X.push(origin[0] + x * unit);
        Y.push(origin[1] + y * unit);
        T.push(start + time * 100);
        V.push(numbers[i++] / 10);
        L.push(numbers[i++]);
      }
      pieces.push({ link, from, to: X.length - 1 });
    }
  }
  const bins = [];
  {
    const numbers = unpack(data.profile.bins);
    let time = data.profile.start, way = 0;
    const known = (n) => n > 0 ? (n - 1) / 10 : n < 0 ? n / 10 : null;
    for (let i = 0; i < numbers.length; i += 8) {
      const from = time + numbers[i], to = from + numbers[i + 1], start = way + numbers[i + 2], end = start + numbers[i + 3];
      bins.push({
        from, to, start, end, speed: known(numbers[i + 4]), low: known(numbers[i + 5]), high: known(numbers[i + 6]),
        isAfterBreak: numbers[i + 7] === 1,
      });
      time = to;
      way = end;
    }
  }

  // Words.
  const round = (value, decimals) => value.toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  const local = (time) => {
    let offset = data.clock[0];
    for (const entry of data.clock) if (entry[0] <= time) offset = entry;
    return { date: new Date(time + offset[1] * 1000), zone: offset[2] };
  };
  const clock = (time, withDay) => {
    const { date, zone } = local(time), text = date.toISOString();
    return (withDay ? text.slice(0, 10) + " " : "") + text.slice(11, 19) + (withDay && zone ? " " + zone : "");
  };
  const speedText = (speed) => {
    const value = speed / data.speed.size;
    return round(value, value < 9.95 ? 1 : 0) + " " + data.speed.symbol;
  };
  const far = (metres) => metres >= data.far.size
    ? round(metres / data.far.size, 1) + " " + data.far.symbol : round(metres / data.near.size, 0) + " " + data.near.symbol;

  // The map.
  const svg = make("svg", { role: "img", "aria-label": document.title });
  const layers = {};
  for (const name of ["land", "seam", "river", "lake", "grid", "state", "border"]) layers[name] = make("path", { class: name, "fill-rule": "evenodd" }, svg);
  const gridLabels = make("g", { class: "gridlabels" }, svg);
  const regionLayer = make("g", {}, svg);
  const casing = make("path", { class: "casing" }, svg);
  const gapLayer = make("g", {}, svg);
  const trackLayer = make("g", { "data-testid": "track" }, svg);
  const ways = [];
  for (let i = 0; i < data.speed.classes; i++) ways.push(make("path", { class: "way s" + i }, trackLayer));
  const townLayer = make("g", {}, svg);
  const markLayer = make("g", {}, svg);
  const scale = make("g", { class: "scale" }, svg);
  const scaleLine = make("path", {}, scale);
  const scaleText = make("text", { "text-anchor": "middle" }, scale);
  const cursor = make("g", { class: "cursor", visibility: "hidden", "data-testid": "position" }, svg);
  make("circle", { r: 6 }, cursor);
  map.append(svg);
  map.classList.toggle("ground", data.hasGround);
  const tip = html("div", "tip", map);
  tip.hidden = true;

  const buttons = html("div", "buttons", map);
  const button = (text, label, action, parent) => {
    const node = html("button", "", parent, text);
    node.type = "button";
    node.title = label;
    node.setAttribute("aria-label", label);
    node.addEventListener("click", action);
    node.addEventListener("pointerdown", (event) => event.stopPropagation());
    node.addEventListener("dblclick", (event) => event.stopPropagation());
    return node;
  };
  button("+", "Zoom in", () => zoom(1.6), buttons);
  button("−", "Zoom out", () => zoom(1 / 1.6), buttons);
  button("⤢", "Show all of it", () => fit(), buttons);

  const legend = html("div", "legend", map);
  legend.setAttribute("aria-label", "Colours: speed in " + data.speed.symbol);
  const bar = html("div", "", legend);
  for (let i = 0; i < data.speed.classes; i++) {
    const part = html("span", "", bar);
    html("i", "c" + i, part);
    part.append(data.speed.labels[i]);
  }
  html("span", "", bar, "").append(html("i", ""), data.speed.symbol);

  let width = 1, height = 1;
  let view = { x: (data.fit[0] + data.fit[2]) / 2, y: (data.fit[1] + data.fit[3]) / 2, scale: 1 };
  const fitScale = () => Math.min(
    Math.max(width - 90, 60) / (data.fit[2] - data.fit[0]), Math.max(height - 110, 60) / (data.fit[3] - data.fit[1]));
  const px = (x) => width / 2 + (x - view.x) * view.scale;
  const py = (y) => height / 2 - (y - view.y) * view.scale;

  const groundScale = (x, y) => {
    const r = data.radius;
    if (data.projection === "mercator") {
      const latitude = Math.asin(Math.tanh(y / r));
      return Math.cos(latitude) / Math.sqrt(1 - data.eccentricity * Math.sin(latitude) ** 2);
    }
    return 1 / (1 + (x * x + y * y) / (4 * r * r));
  };

  const limit = () => {
    const smallest = Math.min(fitScale(), width / (data.world[2] - data.world[0]));
    view.scale = Math.min(Math.max(view.scale, smallest), Math.max(fitScale() * 4096, 1), 20);
    view.scale = Math.max(view.scale, smallest);
    view.x = Math.min(Math.max(view.x, data.world[0]), data.world[2]);
    view.y = Math.min(Math.max(view.y, data.world[1]), data.world[3]);
  };
  let isAsked = false;
  const redraw = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      draw();
    });
  };
  const fit = () => {
    view = { x: (data.fit[0] + data.fit[2]) / 2, y: (data.fit[1] + data.fit[3]) / 2, scale: fitScale() };
    redraw();
  };
  const zoom = (factor, x = width / 2, y = height / 2) => {
    const before = view.scale;
    view.scale *= factor;
    limit();
    const done = 1 / before - 1 / view.scale;
    view.x += (x - width / 2) * done;
    view.y -= (y - height / 2) * done;
    redraw();
  };

  const pathOf = (lines, seen, close) => {
    const parts = [];
    for (const { points, box } of lines) {
      if (box[2] < seen[0] || box[0] > seen[2] || box[3] < seen[1] || box[1] > seen[3]) continue;
      let text = "", lastX = NaN, lastY = NaN;
      for (let i = 0; i < points.length; i += 2) {
        const x = Math.round(px(points[i]) * 10) / 10, y = Math.round(py(points[i + 1]) * 10) / 10;
        if (Math.abs(x - lastX) < 0.4 && Math.abs(y - lastY) < 0.4 && i + 2 < points.length) continue;
        text += (i === 0 ? "M" : "L") + x + " " + y;
        lastX = x;
        lastY = y;
      }
      parts.push(close ? text + "Z" : text);
    }
    return parts.join("");
  };

  for (const ground of data.ground) {
    for (const name of ["land", "seams", "lakes", "rivers", "borders", "states"]) {
      let lines;
      const packed = ground[name];
      Object.defineProperty(ground, name, { get: () => lines ??= unpackLines(packed) });
    }
  }
  for (const region of data.regions) region.lines = unpackLines(region.rings);

  // What the pointer may be near to: drawn parts of the way, by the points that they join.
  let drawn = [];
  let shownMarks = [];

  const draw = () => {
    const half = [width / 2 / view.scale, height / 2 / view.scale];
    const seen = [view.x - half[0], view.y - half[1], view.x + half[0], view.y + half[1]];
    const ground = data.ground.find(({ rect }) =>
      rect[0] <= seen[0] && rect[1] <= seen[1] && rect[2] >= seen[2] && rect[3] >= seen[3]) ?? data.ground.at(-1);
    layers.land.setAttribute("d", ground ? pathOf(ground.land, seen, true) : "");
    layers.seam.setAttribute("d", ground ? pathOf(ground.seams, seen) : "");
    // Nearer than this, the rivers of the base map are visibly beside the real ones.
    const hasRivers = ground && groundScale(view.x, view.y) / view.scale >= 10;
    layers.river.setAttribute("d", hasRivers ? pathOf(ground.rivers, seen) : "");
    layers.lake.setAttribute("d", ground ? pathOf(ground.lakes, seen, true) : "");
    drawGraticule(seen);
    layers.border.setAttribute("d", ground ? pathOf(ground.borders, seen) : "");
    layers.state.setAttribute("d", ground ? pathOf(ground.states, seen) : "");
    drawRegions(seen);
    drawTrack(seen);
    const room = [];
    const take = (box) => {
      if (box[0] < 2 || box[1] < 2 || box[2] > width - 2 || box[3] > height - 2) return false;
      if (room.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])) return false;
      room.push(box);
      return true;
    };
    room.push([0, height - 44, 190, height], [width - legend.offsetWidth - 16, height - 50, width, height], [width - 56, 0, width, 150]);
    drawMarks(room);
    drawTowns(ground, take);
    drawScale();
    if (cursorTime !== null) showCursor(cursorTime);
  };

  const steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 5e-4, 2e-4, 1e-4];
  const drawGraticule = (seen) => {
    gridLabels.replaceChildren();
    if (data.projection !== "mercator") return;
    const degree = data.radius * Math.PI / 180, step = steps.findLast((size) => size * degree * view.scale >= 110) ?? 30;
    const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const name = (degrees, sides) => {
      const text = Math.abs(degrees).toFixed(decimals);
      return text + "°" + (+text === 0 ? "" : " " + sides[degrees < 0 ? 1 : 0]);
    };
    const label = (x, y, words) => make("text", { x: x.toFixed(1), y: y.toFixed(1) }, gridLabels).textContent = words;
    let text = "";
    const west = data.meridian + seen[0] / degree, east = data.meridian + seen[2] / degree;
    for (let n = Math.ceil(west / step); n * step <= east; n++) {
      const x = px((n * step - data.meridian) * degree);
      text += `M${x.toFixed(1)} 0V${height}`;
      label(x + 4, 13, name(((n * step + 540) % 360 + 360) % 360 - 180, "EW"));
    }
    const latitude = (y) => Math.asin(Math.tanh(y / data.radius)) * 180 / Math.PI;
    for (let n = Math.ceil(latitude(seen[1]) / step); n * step <= latitude(seen[3]); n++) {
      const y = py(data.radius * Math.atanh(Math.sin(n * step * Math.PI / 180)));
      text += `M0 ${y.toFixed(1)}H${width}`;
      if (y > 30 && y < height - 50) label(6, y - 4, name(n * step, "NS"));
    }
    layers.grid.setAttribute("d", text);
  };

  const drawRegions = (seen) => {
    regionLayer.replaceChildren();
    for (const region of data.regions) {
      const text = pathOf(region.lines, seen, true);
      if (!text) continue;
      const node = make("path", {
        class: region.isUnion ? "area union" : "area", d: text, "fill-rule": region.isUnion ? "nonzero" : "evenodd", "data-testid": "region",
      }, regionLayer);
      make("title", {}, node).textContent = "Region " + region.name;
      const boxes = region.lines.map((line) => line.box);
      const left = Math.min(...boxes.map((b) => b[0])), right = Math.max(...boxes.map((b) => b[2])), top = Math.max(...boxes.map((b) => b[3]));
      if ((right - left) * view.scale < 40) continue;
      make("text", { class: "areaname", x: px((left + right) / 2), y: py(top) - 5, "text-anchor": "middle" }, regionLayer).textContent = region.name;
    }
  };

  const drawTrack = (seen) => {
    const margin = 8 / view.scale;
    const [left, bottom, right, top] = [seen[0] - margin, seen[1] - margin, seen[2] + margin, seen[3] + margin];
    let level = 0;
    while (level < 14 && data.track.tolerance * 2 ** (level + 1) * view.scale < 0.6) level++;
    const texts = ways.map(() => []), last = ways.map(() => -1);
    const under = [];
    let lastUnder = -1;
    const half = (data.world[2] - data.world[0]) / 2;
    drawn = [];
    gapLayer.replaceChildren();
    let gaps = 0, before = -1;
    for (const piece of pieces) {
      if (before >= 0 && piece.link >= 0) {
        const a = before, b = piece.from;
        const x1 = px(X[a]), y1 = py(Y[a]), x2 = px(X[b]), y2 = py(Y[b]);
        const isSeen = Math.max(x1, x2) > 0 && Math.min(x1, x2) < width && Math.max(y1, y2) > 0 && Math.min(y1, y2) < height;
        if (isSeen && gaps < 600 && Math.abs(X[a] - X[b]) < half && Math.hypot(x2 - x1, y2 - y1) > 2) {
          gaps++;
          const node = make("path", { class: "gap", "data-testid": "gap", d: `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}` }, gapLayer);
          make("title", {}, node).textContent = `Gap ${clock(T[a], data.isLong)}–${clock(T[b])}: ${data.track.causes[piece.link]}`;
        }
      }
      before = piece.to;
      let a = piece.from, sum = 0, seconds = 0;
      if (piece.from === piece.to) {
        const x = X[a], y = Y[a];
        if (x >= left && x <= right && y >= bottom && y <= top) {
          const dot = `M${px(x).toFixed(1)} ${py(y).toFixed(1)}h0`;
          texts[0].push(dot);
          under.push(dot);
          drawn.push(a, a);
        }
        continue;
      }
      for (let b = a + 1; b <= piece.to; b++) {
        const step = Math.max(T[b] - T[b - 1], 1);
        sum += V[b] * step;
        seconds += step;
        if (L[b] < level && b < piece.to) continue;
        const speed = sum / seconds;
        sum = seconds = 0;
        const from = a;
        a = b;
        if (Math.max(X[from], X[b]) < left || Math.min(X[from], X[b]) > right || Math.max(Y[from], Y[b]) < bottom || Math.min(Y[from], Y[b]) > top) continue;
        if (Math.abs(X[from] - X[b]) > half) continue;
        const color = Math.min(Math.floor(speed / data.speed.size / data.speed.step), ways.length - 1);
        const there = px(X[b]).toFixed(1) + " " + py(Y[b]).toFixed(1);
        const here = "M" + px(X[from]).toFixed(1) + " " + py(Y[from]).toFixed(1);
        texts[color].push(last[color] === from ? "L" + there : here + "L" + there);
        last[color] = b;
        under.push(lastUnder === from ? "L" + there : here + "L" + there);
        lastUnder = b;
        drawn.push(from, b);
      }
    }
    casing.setAttribute("d", under.join(""));
    ways.forEach((way, color) => way.setAttribute("d", texts[color].join("")));
  };

  const shapes = {
    start: [["circle", { r: 7, class: "a" }], ["path", { d: "M-2.5 -3.8L4 0L-2.5 3.8Z", class: "b" }]],
    end: [["circle", { r: 7, class: "a" }], ["rect", { x: -3, y: -3, width: 6, height: 6, class: "b" }]],
    stop: [["circle", { r: 4.6, class: "a" }]],
    visit: [["path", { d: "M0 0C-7 -8 -8 -11 -8 -14A8 8 0 0 1 8 -14C8 -11 7 -8 0 0Z", class: "b" }], ["circle", { cy: -14, r: 3, class: "a" }]],
    enter: [["path", { d: "M0 -7L7 0L0 7L-7 0Z", class: "b" }], ["path", { d: "M-3 0H3M0 -3V3", class: "c" }]],
    exit: [["path", { d: "M0 -7L7 0L0 7L-7 0Z", class: "a" }], ["path", { d: "M-3 0H3", class: "c" }]],
  };
  const rank = { start: 0, end: 0, visit: 1, enter: 2, exit: 2, stop: 3 };
  const marks = data.marks.map((mark, index) => ({ ...mark, index })).sort((a, b) =>
    rank[a.kind] - rank[b.kind] || b.seconds - a.seconds || a.index - b.index);
  const drawMarks = (room) => {
    markLayer.replaceChildren();
    shownMarks = [];
    for (const mark of marks) {
      const x = px(mark.at[0]), y = py(mark.at[1]);
      if (x < -10 || x > width + 10 || y < -10 || y > height + 24) continue;
      // Marks of one kind that lie over each other are one, until the map is larger.
      if (shownMarks.some((other) => rank[other.mark.kind] === rank[mark.kind] && mark.kind !== "start" && mark.kind !== "end"
        && Math.abs(other.x - x) < 9 && Math.abs(other.y - y) < 9)) continue;
      if (shownMarks.length >= 400) break;
      shownMarks.push({ mark, x, y });
    }
    for (const { mark, x, y } of [...shownMarks].reverse()) {
      const node = make("g", {
        class: "mark " + mark.kind, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "data-testid": mark.kind, role: "img",
        "aria-label": mark.name,
      }, markLayer);
      make("title", {}, node).textContent = mark.name;
      for (const [name, attributes] of shapes[mark.kind]) make(name, attributes, node);
      if (mark.kind !== "stop" || mark.seconds >= 300) room.push([x - 8, y - (mark.kind === "visit" ? 22 : 8), x + 8, y + 8]);
    }
  };

  const drawTowns = (ground, take) => {
    townLayer.replaceChildren();
    const dots = [];
    let count = 0;
    for (const [tx, ty, population, name] of ground?.towns ?? []) {
      const x = px(tx), y = py(ty);
      if (x < 0 || x > width || y < 0 || y > height) continue;
      const kind = population >= 100000 ? "large" : population >= 10000 ? "middle" : "small";
      const size = { large: 15, middle: 13, small: 12 }[kind];
      const length = name.length * size * 0.58;
      const dot = [x - 3, y - 3, x + 3, y + 3];
      const isFree = (box) => !dots.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]);
      if (x < 6 || y < 6 || x > width - 6 || y > height - 6 || !isFree(dot)) continue;
      // Beside the dot, above or below it; farther away if a mark lies on it.
      const spots = [6, 13].flatMap((away) => [
        [x + away, y + size * 0.35, "start", 0], [x - away, y + size * 0.35, "end", length],
        [x, y - away - 3, "middle", length / 2], [x, y + size + away, "middle", length / 2]]);
      const spot = spots.find(([at, base, , shift]) => {
        const box = [at - shift - 4, base - size * 0.85 - 2, at - shift + length + 4, base + 4];
        if (!isFree(box) || !take(box)) return false;
        dots.push(box);
        return true;
      });
      if (!spot) continue;
      dots.push(dot);
      const node = make("g", { class: "town " + kind }, townLayer);
      make("circle", { cx: x, cy: y, r: 2.4 }, node);
      make("text", { x: spot[0].toFixed(1), y: spot[1].toFixed(1), "text-anchor": spot[2] }, node).textContent = name;
      if (++count >= (width < 600 ? 18 : 40)) break;
    }
  };

  const drawScale = () => {
    const metres = groundScale(view.x, view.y) / view.scale;
    const most = Math.min(150, width / 3) * metres;
    const unit = most >= data.far.size ? data.far : data.near;
    const power = 10 ** Math.floor(Math.log10(most / unit.size));
    const count = [5, 2, 1].find((factor) => factor * power <= most / unit.size) * power;
    const length = count * unit.size / metres, y = height - 14;
    scaleLine.setAttribute("d", `M14 ${y - 7}V${y}H${(14 + length).toFixed(1)}V${y - 7}`);
    scaleText.setAttribute("x", 14 + length / 2);
    scaleText.setAttribute("y", y - 6);
    scaleText.textContent = (count >= 1 ? round(count, 0) : String(+count.toPrecision(1))) + " " + unit.symbol;
  };

  // The cursor: a moment of the track, on the map, in the chart and in words.
  let cursorTime = null;
  const at = (time) => {
    for (const { from, to } of pieces) {
      if (time < T[from] || time > T[to]) continue;
      let low = from, high = to;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (T[middle] <= time) low = middle; else high = middle;
      }
      const part = T[high] > T[low] ? (time - T[low]) / (T[high] - T[low]) : 0;
      return { x: X[low] + part * (X[high] - X[low]), y: Y[low] + part * (Y[high] - Y[low]), speed: V[high] };
    }
    return null;
  };
  const binAt = (time) => bins.find((bin) => bin.from <= time && time <= bin.to)
    ?? bins.findLast((bin) => bin.from <= time) ?? bins[0];
  const describe = (time, place) => {
    const bin = binAt(time);
    const words = [clock(time, data.isLong)];
    if (place) words.push(speedText(place.speed));
    if (bin?.low != null) words.push(round((bin.low + bin.high) / 2 / data.near.size, 0) + " " + data.near.symbol);
    return words;
  };
  const showTip = (text, x, y) => {
    tip.textContent = text;
    tip.hidden = false;
    const left = Math.min(Math.max(x - tip.offsetWidth / 2, 4), width - tip.offsetWidth - 4);
    const top = y - tip.offsetHeight - 14 > 4 ? y - tip.offsetHeight - 14 : y + 16;
    tip.style.transform = `translate(${left}px, ${top}px)`;
  };
  const showCursor = (time) => {
    cursorTime = time;
    const place = at(time), words = describe(time, place), bin = binAt(time);
    reading.textContent = [...words, bin ? far(bin.start + (bin.to > bin.from ? Math.min(Math.max((time - bin.from) / (bin.to - bin.from), 0), 1) : 0) * (bin.end - bin.start)) : ""].filter(Boolean).join(" · ");
    if (place) {
      const x = px(place.x), y = py(place.y);
      cursor.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      cursor.setAttribute("visibility", "visible");
      showTip(words.join(" · "), x, y);
    } else {
      cursor.setAttribute("visibility", "hidden");
      tip.hidden = true;
    }
    moveNeedle(time);
  };
  const hideCursor = () => {
    cursorTime = null;
    cursor.setAttribute("visibility", "hidden");
    tip.hidden = true;
    needle?.setAttribute("visibility", "hidden");
  };
  const near = (x, y, reach) => {
    let best = reach * reach, time = null;
    for (let i = 0; i < drawn.length; i += 2) {
      const a = drawn[i], b = drawn[i + 1];
      const ax = px(X[a]), ay = py(Y[a]), dx = px(X[b]) - ax, dy = py(Y[b]) - ay;
      const square = dx * dx + dy * dy;
      const part = square > 0 ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / square, 0), 1) : 0;
      const away = (ax + part * dx - x) ** 2 + (ay + part * dy - y) ** 2;
      if (away < best) {
        best = away;
        time = T[a] + part * (T[b] - T[a]);
      }
    }
    return time;
  };
  const pointAt = (x, y, reach) => {
    const hit = shownMarks.find(({ mark, x: mx, y: my }) => Math.hypot(mx - x, my - (mark.kind === "visit" ? 12 : 0) - y) < 11);
    if (hit) {
      hideCursor();
      reading.textContent = hit.mark.name;
      return showTip(hit.mark.name, hit.x, hit.y - (hit.mark.kind === "visit" ? 16 : 0));
    }
    const time = near(x, y, reach);
    if (time === null) hideCursor(); else showCursor(time);
  };

  // Pointers: one drags, two pinch, a short one points.
  const pointers = new Map();
  let moved = 0;
  const place = (event) => {
    const box = map.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  map.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    map.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    moved = pointers.size > 1 ? Infinity : 0;
  });
  map.addEventListener("pointermove", (event) => {
    const now = place(event), before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") pointAt(now.x, now.y, 24);
      return;
    }
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (pointers.size === 1) {
      if (moved > 4) {
        map.classList.add("dragging");
        view.x -= (now.x - before.x) / view.scale;
        view.y += (now.y - before.y) / view.scale;
        limit();
        redraw();
      }
    } else if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      view.x -= (now.x - before.x) / 2 / view.scale;
      view.y += (now.y - before.y) / 2 / view.scale;
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      if (was > 0) zoom(Math.hypot(now.x - other.x, now.y - other.y) / was, middle.x, middle.y);
    }
    pointers.set(event.pointerId, now);
  });
  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    map.classList.remove("dragging");
    if (event.type === "pointerup" && moved <= 4) {
      const { x, y } = place(event);
      pointAt(x, y, 32);
    }
  };
  map.addEventListener("pointerup", release);
  map.addEventListener("pointercancel", release);
  map.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse" && pointers.size === 0) hideCursor();
  });
  map.addEventListener("dblclick", (event) => {
    const { x, y } = place(event);
    zoom(2, x, y);
  });
  map.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x, y } = place(event);
    zoom(2 ** (-event.deltaY * (event.deltaMode === 1 ? 20 : 1) / 300), x, y);
  }, { passive: false });
  map.addEventListener("keydown", (event) => {
    if (event.target !== map || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 60 / view.scale;
    switch (event.key) {
      case "ArrowLeft": view.x -= step; break;
      case "ArrowRight": view.x += step; break;
      case "ArrowUp": view.y += step; break;
      case "ArrowDown": view.y -= step; break;
      case "+": case "=": zoom(1.6); break;
      case "-": zoom(1 / 1.6); break;
      case "0": fit(); break;
      case "Escape": hideCursor(); break;
      default: return;
    }
    event.preventDefault();
    limit();
    redraw();
  });
  for (const node of document.querySelectorAll(".events button")) {
    if (!node.dataset.x) continue;
    node.addEventListener("click", () => {
      view.x = +node.dataset.x;
      view.y = +node.dataset.y;
      view.scale = Math.max(view.scale, Math.min(fitScale() * 6, 0.5));
      limit();
      redraw();
      if (map.getBoundingClientRect().bottom < 80) map.scrollIntoView({ block: "start" });
      requestAnimationFrame(() => showTip(node.innerText.replace(/\s+/g, " "), width / 2, height / 2));
    });
  }

  // The chart.
  let byDistance = data.byDistance, chartWidth = 1, chartHeight = 1, needle = null;
  const inner = () => ({ left: 48, right: chartWidth - 52, top: 24, bottom: chartHeight - 22 });
  const reach = () => {
    const first = bins[0], last = bins.at(-1);
    if (!first) return [0, 1];
    return byDistance ? [first.start, Math.max(last.end, first.start + 1)] : [first.from, Math.max(last.to, first.from + 1000)];
  };
  const chartX = (position) => {
    const { left, right } = inner(), [low, high] = reach();
    return left + (position - low) / (high - low) * (right - left);
  };
  const ticks = (low, high, count) => {
    const span = Math.max(high - low, 1e-9);
    let power = 10 ** Math.floor(Math.log10(span / count));
    const step = [1, 2, 5, 10, 20].map((factor) => factor * power)
      .find((size) => Math.ceil(high / size - 1e-9) - Math.floor(low / size + 1e-9) <= count);
    const result = [];
    for (let n = Math.floor(low / step + 1e-9); n <= Math.ceil(high / step - 1e-9); n++) result.push(n * step);
    if (result.length < 2) result.push(result[0] + step);
    return result;
  };
  const runsOf = (key) => {
    const runs = [];
    let open = null;
    for (const bin of bins) {
      // What is not known for a while is bridged; what was interrupted is not.
      if (bin.isAfterBreak) open = null;
      if (bin[key] === null) continue;
      if (!open) runs.push(open = []);
      open.push(bin);
    }
    return runs;
  };
  const ends = (bin) => byDistance ? [chartX(bin.start), chartX(bin.end)] : [chartX(bin.from), chartX(bin.to)];
  const middle = (bin) => (ends(bin)[0] + ends(bin)[1]) / 2;
  const drawChart = () => {
    const box = chart.getBoundingClientRect();
    chartWidth = box.width;
    chartHeight = box.height;
    chart.querySelector("svg")?.remove();
    const drawing = make("svg", { role: "img", "aria-label": "Speed and altitude" });
    chart.prepend(drawing);
    const { left, right, top, bottom } = inner();
    const text = (x, y, words, anchor, kind) => {
      make("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor, class: kind ?? "" }, drawing).textContent = words;
    };
    const altitudes = bins.flatMap((bin) => bin.low === null ? [] : [bin.low, bin.high]);
    if (altitudes.length) {
      const low = altitudes.reduce((a, b) => Math.min(a, b)), high = altitudes.reduce((a, b) => Math.max(a, b)), mid = (low + high) / 2;
      const marks = ticks(Math.min(low, mid - 20) / data.near.size, Math.max(high, mid + 20) / data.near.size, 4);
      const y = (metres) => bottom - (metres / data.near.size - marks[0]) / (marks.at(-1) - marks[0]) * (bottom - top);
      for (const run of runsOf("low")) {
        const points = run.map((bin) => [middle(bin), y((bin.low + bin.high) / 2)]);
        points.unshift([ends(run[0])[0], points[0][1]]);
        points.push([ends(run.at(-1))[1], points.at(-1)[1]]);
        const line = "M" + points.map((p) => p[0].toFixed(1) + " " + p[1].toFixed(1)).join("L");
        make("path", { class: "hill", d: `${line}L${points.at(-1)[0].toFixed(1)} ${bottom}L${points[0][0].toFixed(1)} ${bottom}Z` }, drawing);
        make("path", { class: "hillline", d: line }, drawing);
      }
      for (const mark of marks) text(right + 6, y(mark * data.near.size) + 4, round(mark, 0), "start", "high");
      text(chartWidth - 8, 12, data.near.symbol, "end", "high");
    }
    const speeds = bins.flatMap((bin) => bin.speed === null ? [] : [bin.speed]);
    if (speeds.length) {
      const marks = ticks(0, Math.max(speeds.reduce((a, b) => Math.max(a, b)) / data.speed.size, 1), 4);
      const y = (speed) => bottom - speed / data.speed.size / marks.at(-1) * (bottom - top);
      for (const mark of marks) {
        const height = y(mark * data.speed.size);
        make("path", { class: "grid", d: `M${left} ${height.toFixed(1)}H${right}` }, drawing);
        text(left - 6, height + 4, String(+mark.toPrecision(6)), "end");
      }
      text(8, 12, "speed, " + data.speed.symbol, "start");
      for (const run of runsOf("speed")) {
        const points = run.map((bin) => middle(bin).toFixed(1) + " " + y(bin.speed).toFixed(1));
        make("path", { class: "speedline", d: "M" + points.join("L") + (points.length === 1 ? "h0.1" : "") }, drawing);
      }
    }
    make("path", { class: "base", d: `M${left} ${bottom}H${right}` }, drawing);
    const [low, high] = reach(), room = Math.max(2, Math.floor((right - left) / 80));
    if (byDistance) {
      const unit = high - low >= data.far.size ? data.far : data.near;
      for (const mark of ticks(0, (high - low) / unit.size, room)) {
        const x = chartX(low + mark * unit.size);
        if (x > right + 1) break;
        text(x, bottom + 15, mark === 0 ? "0 " + unit.symbol : String(+mark.toPrecision(6)), "middle");
      }
    } else {
      const steps = [1e4, 3e4, 6e4, 3e5, 6e5, 9e5, 1.8e6, 3.6e6, 7.2e6, 1.08e7, 2.16e7, 4.32e7, 8.64e7];
      const step = steps.find((size) => (high - low) / size <= room) ?? Math.ceil((high - low) / room / 8.64e7) * 8.64e7;
      const shift = local(low).date.getTime() - low;
      for (let time = Math.ceil((low + shift) / step) * step - shift; time <= high; time += step) {
        const words = clock(time, true);
        text(chartX(time), bottom + 15, step >= 8.64e7 ? words.slice(0, 10) : step < 6e4 ? words.slice(11, 19) : words.slice(11, 16), "middle");
      }
    }
    needle = make("path", { class: "needle", d: `M0 ${top}V${bottom}`, visibility: "hidden" }, drawing);
    if (cursorTime !== null) moveNeedle(cursorTime);
  };
  const position = (time) => {
    if (!byDistance) return time;
    const bin = binAt(time);
    const part = bin.to > bin.from ? Math.min(Math.max((time - bin.from) / (bin.to - bin.from), 0), 1) : 0;
    return bin.start + part * (bin.end - bin.start);
  };
  const timeAt = (value) => {
    if (!byDistance) return value;
    const bin = bins.find((other) => value <= other.end) ?? bins.at(-1);
    const part = bin.end > bin.start ? Math.min(Math.max((value - bin.start) / (bin.end - bin.start), 0), 1) : 0;
    return bin.from + part * (bin.to - bin.from);
  };
  const moveNeedle = (time) => {
    if (!needle || !bins.length) return;
    needle.setAttribute("transform", `translate(${chartX(position(time)).toFixed(1)} 0)`);
    needle.setAttribute("visibility", "visible");
  };
  const pointChart = (event) => {
    const { left, right } = inner(), [low, high] = reach();
    const x = event.clientX - chart.getBoundingClientRect().left;
    if (bins.length) showCursor(timeAt(low + Math.min(Math.max((x - left) / (right - left), 0), 1) * (high - low)));
  };
  chart.addEventListener("pointermove", pointChart);
  chart.addEventListener("pointerdown", pointChart);
  chart.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") hideCursor(); });
  chart.addEventListener("keydown", (event) => {
    if (event.target !== chart || !bins.length) return;
    const [low, high] = reach(), now = cursorTime === null ? low : position(cursorTime), step = (high - low) / 200;
    const next = { ArrowLeft: now - step, ArrowRight: now + step, Home: low, End: high }[event.key];
    if (event.key === "Escape") hideCursor();
    if (next === undefined) return;
    event.preventDefault();
    showCursor(timeAt(Math.min(Math.max(next, low), high)));
  });
  const axis = html("div", "axis", chart);
  const swap = button("", "", () => {
    byDistance = !byDistance;
    label();
    drawChart();
  }, axis);
  const label = () => {
    swap.textContent = byDistance ? "by distance" : "by time";
    swap.title = byDistance ? "Show the chart along time" : "Show the chart along distance";
    swap.setAttribute("aria-label", swap.title);
  };
  label();

  let isFirst = true;
  const resize = () => {
    const box = map.getBoundingClientRect();
    const wasFit = isFirst || Math.abs(view.scale / fitScale() - 1) < 0.001;
    width = Math.max(map.clientWidth, 1);
    height = Math.max(map.clientHeight, 1);
    if (wasFit) fit();
    isFirst = false;
    limit();
    draw();
    drawChart();
  };
  new ResizeObserver(resize).observe(map);
  new ResizeObserver(drawChart).observe(chart);
  resize();
})();
