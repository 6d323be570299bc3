import { expect, test } from 'vitest';
import { NotificationTopics } from '#contract/choices.ts';
import { kindsOf } from '#contract/notifications.ts';
import enMail from '#messages/en/mail.json' with { type: 'json' };
import enTelling from '#messages/en/telling.json' with { type: 'json' };
import frMail from '#messages/fr/mail.json' with { type: 'json' };
import frTelling from '#messages/fr/telling.json' with { type: 'json' };
import { wordsOf } from './push/push-note.ts';

/** Words that must not appear on a locked screen or on an email server, where other people could read them. */
const health =
  /simulat|treat|inject|botul|botox|toxin|filler|laser|wrinkl|skin|face\b|facial|photo|picture|symptom|\bsigns\b|\bdose|diagnos|medical|health|aesthet|allerg|pregnan|complicat|urgent|traitement|inject|acide|\brides?\b|peau|visage|image|sympt|\bsignes\b|diagnost|médica|santé|esthét|allerg|grossesse|urgen/i;

const texts: Record<string, Record<string, string>> = {
  enMail,
  frMail,
  enTelling,
  frTelling,
};
const subjects = Object.entries(texts).flatMap(([file, catalogue]) =>
  Object.entries(catalogue)
    .filter(([key]) => key.endsWith('.subject') || file.endsWith('Telling'))
    .map(([key, text]) => [file, key, text] as const),
);
const pushed = NotificationTopics.flatMap((topic) =>
  kindsOf[topic].flatMap((kind) => (['en', 'fr'] as const).map((language) => [kind, language] as const)),
);

test('this test covers every template, and its pattern recognises health data', () => {
  expect(subjects.length).toBeGreaterThan(150);
  expect(pushed.length).toBeGreaterThan(80);
  expect('Your simulation is ready').toMatch(health);
  expect('Votre peau').toMatch(health);
});

test.each(subjects)('trust 8: the subject or text message %s %s says nothing about health', (_file, _key, text) => {
  expect(text).not.toMatch(health);
  // A name or a place would reveal as much as a treatment. The number of a request reveals nothing. The time is
  // allowed, because people who agreed to text messages expect to see it.
  expect(['{{number}}', '{{code}}', '{{when}}', '{{url}}']).toEqual(
    expect.arrayContaining(text.match(/\{\{\w+\}\}/g) ?? []),
  );
});

test.each(pushed)('the push text for %s in %s says that something happened, without details', (kind, language) => {
  const words = wordsOf({ kind, subject: 'FL-2026-000123' }, language);
  expect(words).not.toBe('');
  expect(words).not.toMatch(health);
  expect(words).not.toContain('{{');
});
