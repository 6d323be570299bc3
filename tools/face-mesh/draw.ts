/** Writes the drawings that the web app ships: `node tools/face-mesh/draw.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compactPath, dots } from './path-data.ts';

const source = import.meta.dirname;
const target = join(source, '../../web/app/ui/face');
const nose = { x: 600, y: 745 };
const rings = 14;
const pointsLast_s = 1.6;
const fade_s = 0.25;

const compact = (svg: string) =>
  svg.replace(/<title>.*?<\/title>/, '').replace(/ d="([^"]+)"/g, (_, data: string) => ` d="${compactPath(data)}"`);

/** From nothing to full, once. The resting state is full, so a reader without animations sees the whole face. */
const appear = (begin_s: number, length_s = fade_s) => {
  const end = begin_s + length_s;
  return `<animate attributeName="opacity" dur="${end.toFixed(2)}s" values="0;0;1" keyTimes="0;${(begin_s / end).toFixed(3)};1"/>`;
};

function ringOf(dot: { x: number; y: number }): number {
  const distance = Math.hypot(dot.x - nose.x, dot.y - nose.y);
  return Math.min(rings - 1, Math.floor((distance / 780) * rings));
}

function pointsByRing(group: string): string {
  const byRing = Array.from({ length: rings }, () => new Map<string, string>());
  for (const [, look = '', data = ''] of group.matchAll(/<path ([^>]*?) ?d="([^"]+)"\/>/g)) {
    for (const dot of dots(data)) {
      const ring = byRing[ringOf(dot)];
      ring?.set(look, `${ring.get(look) ?? ''}M${dot.x} ${dot.y}h0`);
    }
  }
  return byRing
    .map((looks, ring) => {
      const paths = [...looks].map(([look, data]) => `<path ${look} d="${compactPath(data)}"/>`).join('');
      return `<g>${paths}${appear((ring / rings) * pointsLast_s)}</g>`;
    })
    .join('');
}

function reveal(svg: string): string {
  const [, points = ''] = svg.match(/<g id="points"[^>]*>([\s\S]*?)<\/g>/) ?? [];
  const still = compact(svg.replace(points, ''));
  return still
    .replace(/(<g id="points"[^>]*>)/, `$1${pointsByRing(points)}`)
    .replace(/(<g id="contour"[^>]*>)/, `$1${appear(1.5, 0.7)}`)
    .replace(/(<g id="mesh"[^>]*>)/, `$1${appear(2, 0.9)}`);
}

for (const name of ['face-mesh', 'pose-front', 'pose-left', 'pose-right']) {
  const svg = readFileSync(join(source, `${name}.svg`), 'utf8').trim();
  writeFileSync(join(target, `${name}.svg`), `${compact(svg)}\n`);
  if (name === 'face-mesh') writeFileSync(join(target, 'face-reveal.svg'), `${reveal(svg)}\n`);
}
