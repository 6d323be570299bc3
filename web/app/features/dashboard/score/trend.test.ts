import { describe, expect, test } from 'vitest';
import { plotOf, readTrend } from './trend.ts';

const still = { difference: 0.4, band: 5, is_measurable: false };
const unchanged = {
  hydration: still,
  wrinkles: still,
  elasticity: still,
  pores: still,
  inflammation: still,
  sebum: still,
};

describe('the sentence about a change of the score', () => {
  test('a change within the measurement error is called no change, in both directions', () => {
    const overall = { difference: -3.6, band: 4.2, is_measurable: false };
    expect(readTrend({ overall, scores: unchanged })).toEqual({ kind: 'none', difference: -4, band: 4, movers: [] });
  });

  test('a larger change is called better or worse, with the scores that changed by more than their own error', () => {
    const reading = readTrend({
      overall: { difference: 9, band: 4, is_measurable: true },
      scores: {
        ...unchanged,
        pores: { difference: 6.2, band: 5, is_measurable: true },
        inflammation: { difference: -11.8, band: 7, is_measurable: true },
      },
    });
    expect(reading.kind).toBe('better');
    expect(reading.movers).toEqual([
      { name: 'inflammation', difference: -12 },
      { name: 'pores', difference: 6 },
    ]);
    expect(readTrend({ overall: { difference: -9, band: 4, is_measurable: true }, scores: unchanged }).kind).toBe(
      'worse',
    );
  });
});

describe('the drawing of a score over time', () => {
  const frame = { width: 320, height: 80, margin: 8 };
  const history = [
    { taken_at: '2026-09-01T08:00:00Z', overall: 60 },
    { taken_at: '2026-10-01T08:00:00Z', overall: 70 },
    { taken_at: '2026-10-31T08:00:00Z', overall: 65 },
  ];

  test('in the drawing of a score, time goes to the right, and a better score is higher', () => {
    const { points } = plotOf(history, 4, frame);
    expect(points.map(({ x }) => x)).toEqual([8, 160, 312]);
    expect(points[1]!.y).toBeLessThan(points[2]!.y);
    expect(points[2]!.y).toBeLessThan(points[0]!.y);
  });

  test('the band of the error reaches the edges of the frame, but not beyond', () => {
    const { band } = plotOf(history, 4, frame);
    const ys = [...band.matchAll(/ (-?[\d.]+)/g)].map(([, y]) => Number(y));
    expect(Math.min(...ys)).toBe(8);
    expect(Math.max(...ys)).toBe(72);
  });

  test('for a score near 100, the band of the error ends at 100', () => {
    const { points, band } = plotOf([{ taken_at: '2026-09-01T08:00:00Z', overall: 99 }], 4, frame);
    expect(points).toHaveLength(1);
    expect(band).not.toContain('NaN');
    expect(points[0]!.y).toBeGreaterThan(8);
  });
});
