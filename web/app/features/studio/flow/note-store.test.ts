import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type NoteOutcome, NoteStore, noteFailure } from './note-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stored = (version: number): NoteOutcome => ({ kind: 'stored', version, at: '2026-11-18T10:06:00Z' });

function noteWith(...answers: (NoteOutcome | Promise<NoteOutcome>)[]) {
  const sent: [body: string, baseVersion: number][] = [];
  const note = new NoteStore({ version: 0, body: '' }, async (body, baseVersion) => {
    sent.push([body, baseVersion]);
    return answers.shift()!;
  });
  return { note, sent };
}

test('a case note that is typed during a save is sent afterwards, and is not shown as a colleague’s text', async () => {
  let arrive: (outcome: NoteOutcome) => void = () => {};
  const { note, sent } = noteWith(new Promise((resolve) => (arrive = resolve)), stored(2));
  note.write('Thin');
  await vi.advanceTimersByTimeAsync(1000);
  note.write('Thin skin.');
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([['Thin', 0]]);
  arrive(stored(1));
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent[1]).toEqual(['Thin skin.', 1]);
  expect(note.snapshot()).toEqual({ body: 'Thin skin.', state: 'saved', theirs: null });
});

test('a colleague’s newer case note is shown next to the doctor’s text until the doctor types again', async () => {
  const { note, sent } = noteWith({ kind: 'newer', version: 3, body: 'Bruises.' }, stored(4));
  note.write('Thin skin.');
  await vi.advanceTimersByTimeAsync(1000);
  expect(note.snapshot()).toEqual({ body: 'Thin skin.', state: 'failed', theirs: 'Bruises.' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  note.write('Thin skin. Bruises.');
  await note.flush();
  expect(sent[1]).toEqual(['Thin skin. Bruises.', 3]);
  expect(note.snapshot()).toMatchObject({ state: 'saved', theirs: null });
});

test('without a connection the case note is shown as not saved, and is sent automatically later', async () => {
  const { note } = noteWith({ kind: 'unreachable' }, stored(1));
  note.write('Thin skin.');
  await vi.advanceTimersByTimeAsync(700);
  expect(note.snapshot().state).toBe('failed');
  await vi.advanceTimersByTimeAsync(1000);
  expect(note.snapshot().state).toBe('saved');
});

test('after the session has ended, the case note says so, and is saved once the doctor has signed in again', async () => {
  const ended = noteFailure(new ORPCError('UNAUTHENTICATED', { status: 401 }));
  const { note, sent } = noteWith(ended, ended, stored(1));
  note.write('Thin skin.');
  await vi.advanceTimersByTimeAsync(700);
  expect(note.snapshot().state).toBe('signedOut');
  await vi.advanceTimersByTimeAsync(1000);
  expect(note.snapshot()).toMatchObject({ body: 'Thin skin.', state: 'signedOut' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toHaveLength(3);
  expect(note.snapshot().state).toBe('saved');
});

test('only the end of the session and a newer note are told apart from a lost connection', () => {
  expect(noteFailure(new ORPCError('NOTE_OUTDATED', { status: 409, data: { version: 3, body: 'Bruises.' } }))).toEqual({
    kind: 'newer',
    version: 3,
    body: 'Bruises.',
  });
  expect(noteFailure(new TypeError('Failed to fetch'))).toEqual({ kind: 'unreachable', isUnknown: true });
});
