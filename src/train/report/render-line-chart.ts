/** One line of a chart; points in order of x. */
export interface ChartSeries {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface LineChart {
  readonly title: string;
  readonly xLabel: string;
  readonly series: readonly ChartSeries[];
  /** Ends of the y axis where the data should not decide, e.g. [0, 1] for shares. */
  readonly yRange?: readonly [low: number, high: number];
}

const size = { width: 640, height: 300, left: 56, right: 16, top: 34, bottom: 64 };
const colours = ["#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df", "#0a7ea4"];

/** A picture of a few lines as SVG that stands alone; points that are not finite are left out. */
export function renderLineChart({ title, xLabel, series, yRange }: LineChart): string {
  const shown = series.map(({ name, points }) => ({
    name,
    points: points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y)),
  }));
  const all = shown.flatMap(({ points }) => points);
  const xs = findRange(all.map(([x]) => x));
  const ys = yRange ?? findRange(all.map(([, y]) => y));
  const toX = (x: number): number =>
    size.left + ((x - xs[0]) / (xs[1] - xs[0])) * (size.width - size.left - size.right);
  const toY = (y: number): number =>
    size.height - size.bottom - ((y - ys[0]) / (ys[1] - ys[0])) * (size.height - size.top - size.bottom);
  const lines = shown.map(({ points }, index) => {
    const path = points.map(([x, y]) => `${toFixed(toX(x))},${toFixed(toY(y))}`).join(" ");
    return `<polyline points="${path}" fill="none" stroke="${toColour(index)}" stroke-width="1.6"/>`;
  });
  const legend = shown.map(
    ({ name }, index) =>
      `<g transform="translate(${size.left + (index % 4) * 145},${size.height - 24 + Math.floor(index / 4) * 14})">` +
      `<rect width="10" height="3" y="-4" fill="${toColour(index)}"/><text x="14">${escapeXml(name)}</text></g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="11" fill="#333">`,
    `<rect width="${size.width}" height="${size.height}" fill="#fff"/>`,
    `<text x="${size.left}" y="18" font-size="13" font-weight="bold">${escapeXml(title)}</text>`,
    ...listTicks(ys).map((y) => renderTick(toY(y), y)),
    ...listTicks(xs).map(
      (x) =>
        `<text x="${toFixed(toX(x))}" y="${size.height - size.bottom + 14}" text-anchor="middle">${toLabel(x)}</text>`,
    ),
    `<text x="${size.width - size.right}" y="${size.height - size.bottom + 28}" text-anchor="end">${escapeXml(xLabel)}</text>`,
    ...lines,
    ...legend,
    "</svg>\n",
  ].join("\n");
}

function renderTick(at: number, value: number): string {
  const y = toFixed(at);
  return (
    `<line x1="${size.left}" x2="${size.width - size.right}" y1="${y}" y2="${y}" stroke="#e3e3e3"/>` +
    `<text x="${size.left - 6}" y="${y}" dy="4" text-anchor="end">${toLabel(value)}</text>`
  );
}

/** Lowest and highest, with room where they are the same or there are none. */
function findRange(values: readonly number[]): readonly [number, number] {
  if (values.length === 0) return [0, 1];
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

/** Four to eight round numbers within a range. */
function listTicks([low, high]: readonly [number, number]): readonly number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? 10 * power;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor((high - first * step) / step + 1e-9) + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

function toLabel(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function toFixed(value: number): string {
  return value.toFixed(1);
}

function toColour(index: number): string {
  return colours[index % colours.length] ?? "#333";
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
