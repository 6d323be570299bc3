import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Kilobytes of 1000 bytes, after brotli. */
export interface Weight {
  readonly js_kb: number;
  readonly css_kb: number;
  readonly html_kb: number;
}

export interface Budget {
  readonly about: string;
  /** Page → the most it may weigh. */
  readonly pages: Readonly<Record<string, Weight>>;
}

/** The page and all that it names itself: scripts, modules loaded ahead, style sheets. Not what is loaded later, on demand. */
export function weigh(client: string, html: string): Weight {
  const assets = [...new Set([...html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? ''))];
  const kb = (extension: string): number =>
    assets.filter((path) => path.endsWith(extension)).reduce((sum, path) => sum + compressed(join(client, path)), 0);
  return { js_kb: round(kb('.js')), css_kb: round(kb('.css')), html_kb: round(brotliCompressSync(html).length / 1000) };
}

const compressed = (file: string): number => brotliCompressSync(readFileSync(file)).length / 1000;
const round = (kb: number): number => Math.round(kb * 10) / 10;

export function overBudget(weight: Weight, limits: Weight): string[] {
  const kinds = ['js_kb', 'css_kb', 'html_kb'] as const;
  return kinds
    .filter((kind) => weight[kind] > limits[kind])
    .map((kind) => `${kind.slice(0, -3)} is ${round(weight[kind] - limits[kind])} kB over the budget.`);
}
