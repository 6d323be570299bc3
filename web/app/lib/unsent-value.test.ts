import { afterEach, expect, test } from 'vitest';
import { forgetTyped, KeptValue } from './unsent-value.ts';
import { queryClient, sessionKey } from './query.ts';
import { keptText } from './unsent-text.ts';

const arrives = (id: string | null) => queryClient.setQueryData(sessionKey, { user: id === null ? null : { id } });
afterEach(() => queryClient.clear());

test('an unsent text is kept in its place until the same person signs in again, and no other person gets it', () => {
  const answer = () => keptText('answer 7');
  arrives('ann');
  answer().write('Please come at');
  expect(keptText('answer 8').read().body).toBe('');
  arrives(null);
  arrives('ben');
  expect(answer().read().body).toBe('');
  arrives('ann');
  expect(answer().read().body).toBe('Please come at');
});

test('a kept value that was changed back to its first value is forgotten', () => {
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
  keptText('answer 9').write('typed');
  forgetTyped();
  expect(new KeptValue<string | undefined>('note', undefined).read()).toBeUndefined();
  expect(keptText('answer 9').read().body).toBe('');
});
