import { beforeEach, expect, test, vi } from 'vitest';
import { countExposure, keepChoice, regionOf, variantOf } from './experiment.ts';

const query = (text: string) => new URLSearchParams(text);

function aStorage(): Storage {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  } as Storage;
}

beforeEach(() => {
  vi.stubGlobal('localStorage', aStorage());
  vi.stubGlobal('sessionStorage', aStorage());
});

test('each variant of the plans page gets a third of the random values', () => {
  const drawn = [0, 0.33, 0.34, 0.66, 0.67, 0.999].map((chance) => {
    vi.stubGlobal('localStorage', aStorage());
    return variantOf(query(''), () => chance);
  });
  expect(drawn).toEqual(['A', 'A', 'B', 'B', 'C', 'C']);
});

test('the variant of the plans page is stored only when a plan is chosen, and the address can set another one', () => {
  const kept = vi.fn<Storage['setItem']>();
  vi.stubGlobal('localStorage', { ...aStorage(), setItem: kept });
  vi.stubGlobal('sessionStorage', { ...aStorage(), setItem: kept });
  expect(variantOf(query('variant=B'), () => 0.5)).toBe('B');
  expect(regionOf(query('city=Paris'))).toBe('Paris');
  expect(kept).not.toHaveBeenCalled();

  vi.stubGlobal('localStorage', aStorage());
  vi.stubGlobal('sessionStorage', aStorage());
  keepChoice({ variant: 'B', region: 'Paris' });
  expect(variantOf(query(''), () => 0)).toBe('B');
  expect(variantOf(query('variant=D'))).toBe('B');
  expect(variantOf(query('variant=C'))).toBe('C');
});

test('a page reports each shown variant once, even if it is shown again', () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => void sent.push(JSON.parse(body).variant));
  for (const variant of ['A', 'A', 'B', 'A', 'B', 'C'] as const) countExposure({ variant, region: 'Global' });
  expect(sent).toEqual(['A', 'B', 'C']);
});

test('the region comes from the address, or else from an earlier choice of a plan, or else it is Global', () => {
  expect(regionOf(query(''))).toBe('Global');
  expect(regionOf(query('region=Lyon&city=Paris'))).toBe('Paris');
  keepChoice({ variant: 'A', region: 'Paris' });
  expect(regionOf(query(''))).toBe('Paris');
  expect(regionOf(query('region=Lyon'))).toBe('Lyon');
});

test('the plans page works in a browser without storage', () => {
  const broken = {
    getItem: () => {
      throw new Error('denied');
    },
  } as unknown as Storage;
  vi.stubGlobal('localStorage', broken);
  vi.stubGlobal('sessionStorage', broken);
  expect(variantOf(query(''), () => 0)).toBe('A');
  expect(regionOf(query(''))).toBe('Global');
});
