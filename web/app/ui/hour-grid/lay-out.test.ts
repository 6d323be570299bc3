import { expect, test } from 'vitest';
import { drawnSpan, hourHeightFor, hoursFor, isOneLine, layOut } from './lay-out.ts';

const span = (from: number, to: number) => ({ from, to });
const lanes = (...spans: readonly { from: number; to: number }[]) => {
  const placed = layOut(spans);
  return spans.map((one) => placed.get(one)).map((found) => `${found?.lane}/${found?.lanes}`);
};

test('calendar entries that follow each other have the whole width, even if one begins when another ends', () => {
  expect(lanes(span(540, 570), span(570, 600), span(660, 690))).toEqual(['0/1', '0/1', '0/1']);
});

test('overlapping calendar entries are side by side, whatever their order', () => {
  expect(lanes(span(550, 580), span(540, 570))).toEqual(['1/2', '0/2']);
  expect(lanes(span(540, 600), span(540, 600), span(540, 600))).toEqual(['0/3', '1/3', '2/3']);
});

test('overlapping entries reuse free columns, and all entries of such a group have the same number of columns', () => {
  expect(lanes(span(540, 660), span(540, 570), span(570, 600), span(650, 700), span(700, 730))).toEqual([
    '0/2',
    '1/2',
    '1/2',
    '1/2',
    '0/1',
  ]);
});

test('no two calendar entries cover each other', () => {
  const spans = Array.from({ length: 60 }, (_, n) => span((n * 37) % 600, ((n * 37) % 600) + 20 + ((n * 13) % 70)));
  const placed = layOut(spans);
  for (const one of spans)
    for (const other of spans.filter((each) => each !== one && each.from < one.to && one.from < each.to))
      expect(placed.get(other)?.lane).not.toBe(placed.get(one)?.lane);
});

test('the calendar shows the hours of a usual day, and more if an entry is outside them', () => {
  expect(hoursFor([])).toEqual({ from: 8, to: 19 });
  expect(hoursFor([span(450, 480), span(1130, 1170)])).toEqual({ from: 7, to: 20 });
  expect(hoursFor([span(1380, 1440)])).toEqual({ from: 8, to: 24 });
});

test('an hour of the calendar is higher on days with short entries, up to twice as high', () => {
  expect(hourHeightFor([])).toBe(72);
  expect(hourHeightFor([span(540, 560)])).toBe(72);
  expect(hourHeightFor([span(540, 570), span(600, 615)])).toBe(96);
  expect(hourHeightFor([span(540, 545)])).toBe(144);
});

test('every calendar entry is at least 24 pixels high and inside its day, and covers no neighbour', () => {
  const px = ({ from, to }: { from: number; to: number }, hour: number) => ((to - from) / 60) * hour;
  for (const minutes of [5, 10, 15, 20, 30, 60])
    for (const start of [0, 540, 1440 - minutes]) {
      const hour = hourHeightFor([span(start, start + minutes)]);
      const drawn = drawnSpan(span(start, start + minutes), hour);
      expect(px(drawn, hour)).toBeGreaterThanOrEqual(24);
      expect(drawn.from).toBeGreaterThanOrEqual(0);
      expect(drawn.to).toBeLessThanOrEqual(1440);
    }
  // At 144 px per hour, ten minutes are 24 px, so two successive visits of ten minutes each have the whole width.
  // Visits of five minutes are also drawn 24 px high. At full width they would overlap, so they share the width.
  expect(lanes(drawnSpan(span(540, 550), 144), drawnSpan(span(550, 560), 144))).toEqual(['0/1', '0/1']);
  expect(lanes(drawnSpan(span(540, 545), 144), drawnSpan(span(545, 550), 144))).toEqual(['0/2', '1/2']);
});

test('a calendar entry has one line only if it is too low for two', () => {
  expect(isOneLine(span(540, 570), 72)).toBe(false);
  expect(isOneLine(span(540, 555), 96)).toBe(true);
  expect(isOneLine(span(540, 555), 144)).toBe(false);
});
