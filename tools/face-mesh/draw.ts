/** Writes the drawings of the web app. Run it with `node tools/face-mesh/draw.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compactPath, dots } from './path-data.ts';

const source = import.meta.dirname;
const target = join(source, '../../web/app/ui/face');
const nose = { x: 600, y: 745 };
/** Points closer to the nose than this belong to the first layer. The unit is that of the drawing. */
const near = 330;

const compact = (svg: string) =>
  svg.replace(/<title>.*?<\/title>/, '').replace(/ d="([^"]+)"/g, (_, data: string) => ` d="${compactPath(data)}"`);

const pointsOf = (svg: string): string => svg.match(/<g id="points"[^>]*>([\s\S]*?)<\/g>/)?.[1] ?? '';

/** Returns the drawing without its points. */
const lines = (svg: string): string => compact(svg.replace(/<g id="points"[\s\S]*?<\/g>/, ''));

/** Returns the drawing with only some points. `isShown` receives a point's distance from the nose. */
function points(svg: string, isShown: (distance: number) => boolean): string {
  const paths = [...pointsOf(svg).matchAll(/<path ([^>]*?) ?d="([^"]+)"\/>/g)].map(([, look = '', data = '']) => {
    const shown = dots(data).filter((dot) => isShown(Math.hypot(dot.x - nose.x, dot.y - nose.y)));
    const moves = shown.map((dot) => `M${dot.x} ${dot.y}h0`).join('');
    return moves && `<path ${look} d="${compactPath(moves)}"/>`;
  });
  return svg.replace(/<title>.*?<\/title>/, '').replace(/<g id="mesh"[\s\S]*<\/g>/, `<g>${paths.join('')}</g>`);
}

for (const name of ['face-mesh', 'pose-front', 'pose-left', 'pose-right']) {
  const svg = readFileSync(join(source, `${name}.svg`), 'utf8').trim();
  writeFileSync(join(target, `${name}.svg`), `${compact(svg)}\n`);
  if (name !== 'face-mesh') continue;
  writeFileSync(join(target, 'face-lines.svg'), `${lines(svg)}\n`);
  writeFileSync(join(target, 'face-points-near.svg'), `${points(svg, (distance) => distance < near)}\n`);
  writeFileSync(join(target, 'face-points-far.svg'), `${points(svg, (distance) => distance >= near)}\n`);
}
