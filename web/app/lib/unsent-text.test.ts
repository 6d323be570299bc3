import { expect, test } from 'vitest';
import { UnsentText } from './unsent-text.ts';

test('a message text is cleared after it was sent, unless another text was typed meanwhile', () => {
  const text = new UnsentText();
  text.write('Does it hurt?');
  const first = text.read().key;
  text.write('Does it hurt? And');
  text.arrived(first);
  expect(text.read().body).toBe('Does it hurt? And');
  text.arrived(text.read().key);
  expect(text.read().body).toBe('');
});

test('the same text keeps its key, so that it is sent once, and another text gets a new key', () => {
  const text = new UnsentText();
  text.write('a');
  const { key } = text.read();
  expect(text.read().key).toBe(key);
  text.write('b');
  expect(text.read().key).not.toBe(key);
});
