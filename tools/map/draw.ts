import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type MapName, MapFrames, PracticeCountries } from '#contract/directory.ts';
import { project } from '#server/domains/directory/map.ts';
import { borrow } from '../run/borrow.ts';
import { root } from '../run/project.ts';
import { main, say } from '../setup/say.mjs';

type Point = [number, number];
interface Shape {
  properties: { name: string };
  geometry: { type: 'Polygon'; coordinates: Point[][] } | { type: 'MultiPolygon'; coordinates: Point[][][] };
}

const names: Record<(typeof PracticeCountries)[number], string> = {
  FR: 'France',
  BE: 'Belgium',
  CH: 'Switzerland',
  LU: 'Luxembourg',
  MC: 'Monaco',
  CA: 'Canada',
};
const ours = new Set(PracticeCountries.map((code) => names[code]));
/**
 * Limits in units of the map: the least distance between two points of an outline, inside and outside the frame, and
 * the least width plus height of an island. Nearer points and smaller islands are left out.
 */
const STEP = 1.8;
const STEP_OUTSIDE = 30;
const SMALLEST = 5;

/** Draws the outlines under the directory's pins; see README.md beside this file for the source. */
await main(async () => {
  const folder = await borrow('map', { 'world-atlas': '2.0.2', 'topojson-client': '3.1.0' });
  const need = createRequire(join(folder, 'package.json'));
  const atlas = need('world-atlas/countries-10m.json');
  const shapes = need('topojson-client').feature(atlas, atlas.objects.countries).features as Shape[];
  const target = join(root, 'web/public/maps');
  mkdirSync(target, { recursive: true });
  for (const map of Object.keys(MapFrames) as MapName[]) {
    const svg = draw(map, shapes);
    writeFileSync(join(target, `${map}.svg`), svg);
    say(`${map}: ${Math.round(svg.length / 1000)} kB`);
  }
});

function draw(map: MapName, shapes: Shape[]): string {
  const { width, height } = MapFrames[map];
  const paths = (isOurs: boolean): string =>
    shapes
      .filter(({ properties: { name } }) => ours.has(name) === isOurs)
      .flatMap(ringsOf)
      .map((ring) => outline(map, ring))
      .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><g stroke="#CFC4BA" stroke-width="1" stroke-linejoin="round"><path fill="#F7F1EB" d="${paths(false)}"/><path fill="#FFF" stroke="#8A7D75" d="${paths(true)}"/></g></svg>`;
}

function ringsOf({ geometry }: Shape): Point[][] {
  return geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
}

/** Returns a closed outline, without parts that are far outside the frame or too small to see. */
function outline(map: MapName, ring: Point[]): string {
  const { width, height } = MapFrames[map];
  const margin = 60;
  const clamp = (value: number, most: number): number => Math.max(-margin, Math.min(most + margin, value));
  const all = ring.map(([lon, lat]) => project(map, lat, lon)).map(([x, y]) => [clamp(x, width), clamp(y, height)]);
  const isInside = all.some(([x = 0, y = 0]) => x >= 0 && x <= width && y >= 0 && y <= height);
  if (!isInside) return '';
  const kept: Point[] = [];
  for (const [x = 0, y = 0] of all) {
    const last = kept.at(-1);
    const isSeen = x >= 0 && x <= width && y >= 0 && y <= height;
    if (!last || Math.hypot(x - last[0], y - last[1]) >= (isSeen ? STEP : STEP_OUTSIDE)) kept.push([x, y]);
  }
  const [xs, ys] = [kept.map(([x]) => x), kept.map(([, y]) => y)];
  if (Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys) < SMALLEST) return '';
  return `M${kept.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}
