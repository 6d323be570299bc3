import { expect, test } from 'vitest';
import { nothingTold, readTold } from './told.ts';

const read = (value: unknown) => readTold(JSON.stringify(value));

test('the state that one page of a video visit sends is read unchanged by the other page', () => {
  for (const shows of [null, { kind: 'screen' }, { kind: 'picture', pose: 'left', style: 'glamour' }] as const) {
    const told = { isMuted: true, isCameraOff: false, shows };
    expect(read(told)).toEqual(told);
  }
});

test('invalid or unknown parts of the other page’s state are ignored', () => {
  expect(readTold('{')).toBeUndefined();
  expect(readTold('null')).toBeUndefined();
  expect(read({ isMuted: 'yes', shows: { kind: 'page', url: 'https://evil.example' } })).toEqual(nothingTold);
  expect(read({ shows: { kind: 'picture', pose: '../left', style: 'natural' } })?.shows).toBeNull();
  expect(read({ shows: { kind: 'picture', pose: 'front', style: 'new', url: 'x' } })?.shows).toEqual({
    kind: 'picture',
    pose: 'front',
    style: null,
  });
});
