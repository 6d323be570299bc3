import { afterEach, expect, test } from 'vitest';
import { forgetTyped, keptIn, KeptValue } from './kept-typed.ts';
import { queryClient, sessionKey } from './query.ts';
import { UnsentText } from './unsent-text.ts';

const arrives = (id: string | null) => queryClient.setQueryData(sessionKey, { user: id === null ? null : { id } });
afterEach(() => queryClient.clear());

test('a text waits in its place until the same person is there again, and no other person gets it', () => {
  const answer = () => keptIn('answer 7', () => new UnsentText());
  arrives('ann');
  answer().write('Please come at');
  expect(keptIn('answer 8', () => new UnsentText()).read().body).toBe('');
  arrives(null);
  arrives('ben');
  expect(answer().read().body).toBe('');
  arrives('ann');
  expect(answer().read().body).toBe('Please come at');
});

test('a value that was set to its first value is forgotten', () => {
  arrives('ann');
  const first: Record<string, string> = {};
  const note = new KeptValue('note', first);
  note.write({ a: 'typed' });
  expect(new KeptValue('note', first).read()).toEqual({ a: 'typed' });
  note.write(first);
  expect(new KeptValue('note', { b: 'later' }).read()).toEqual({ b: 'later' });
});

test('a sign-out forgets all text', () => {
  arrives('ann');
  new KeptValue<string | undefined>('note', undefined).write('typed');
  forgetTyped();
  expect(new KeptValue<string | undefined>('note', undefined).read()).toBeUndefined();
});
