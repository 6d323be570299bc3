import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import en from '#messages/en/legal.json' with { type: 'json' };
import fr from '#messages/fr/legal.json' with { type: 'json' };
import { type LegalText, legalTexts } from './legal-page.tsx';

/**
 * The first day and the SHA-256 hash of every published version, in both languages, the oldest first. A new version
 * adds a line. Existing lines never change.
 */
const published: Record<string, { since: string; hash: string }> = {
  'privacy 1.2': { since: '2026-11-21', hash: '51cf50c72c7330d17cb73fcc296181f7b1aea40dc043bfabc5b51fff5115a268' },
  'privacy 1.3': { since: '2026-11-22', hash: 'cc8c5166c53a90035a9780c081d19833fa3d07a31048a88155a132d2de92369d' },
  'privacy 1.4': { since: '2026-11-22', hash: '8c4050044f581b618e8945f6a52c6e01a2d553db6a2f1521d2d47f3a2b9f3362' },
  'privacy 1.5': { since: '2026-11-23', hash: '92e04c3a833793fed31c7a9db69918b50ba588561b73863325d01743fc3568bf' },
  'privacy 1.6': { since: '2026-11-23', hash: 'fdebea85f60a6ccacf1d906d63cdb9a0c70510b5b3d942858bba8b504edb6eb8' },
  'privacy 1.7': { since: '2026-11-27', hash: 'd2aeb7c15019e3e1517994a20192749e82d9921c4a6a56cef3b7268a59838e42' },
  'privacy 1.8': { since: '2026-11-29', hash: 'af13e3f701cd54d5573ee503f4c4eca274f6bb41930ffaa3995783c00ceed772' },
  'terms 1.3': { since: '2026-11-22', hash: '456901bdb2395ee83bf74e82fdb97013f35de2cec5eacdf2d8b17e8643d268ec' },
  'terms 1.4': { since: '2026-11-22', hash: '0d153ebe3e521f7636f3a67f298d71e9874b296a49bd61603fa921391d93fae7' },
  'terms 1.5': { since: '2026-11-23', hash: '95faee9f147899a70891d88c19c4fac0ef6316e7185df83b4209e6ebf61a2220' },
  'terms 1.6': { since: '2026-11-23', hash: 'ed03ddd236adc904893c62ac06cd6a05e92274f240b091167473cce1870c0f8a' },
  'security 1.0': { since: '2026-11-21', hash: 'f5d5b7ee430944bbbf1bab84df66fd98cac0732754affb76e47e652c78a6a1bf' },
  'security 1.1': { since: '2026-11-22', hash: '83037a3f54239dfb3aaabd9e003a14be8c4cf12dece62e58d3ea3f02ee9226d5' },
  'security 1.2': { since: '2026-11-23', hash: '28104ff80d2b6d8d86c9acfa6cf701c1382867abe10fbb2c3ed9bb5e976eaaa9' },
};
/**
 * Each of these versions begins on the same day as the version before it, so readers could not tell the two apart. No
 * later version may do this.
 */
const sharingADay = ['privacy 1.4', 'privacy 1.6', 'terms 1.4', 'terms 1.6'];

const texts = Object.keys(legalTexts) as LegalText[];

function hashOf(text: LegalText): string {
  const words = [en, fr].map((catalogue) =>
    Object.entries(catalogue)
      .filter(([key]) => key.startsWith(`${text}.`))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}

test.each(texts)(
  'the legal text %s has the hash and the day of its version, so a changed text needs a new version',
  (text) => {
    const { version, since } = legalTexts[text];
    expect(published[`${text} ${version}`]).toEqual({ since, hash: hashOf(text) });
  },
);

test.each(texts)(
  'the newest version of the legal text %s applies, and each version begins on a later day than the one before',
  (text) => {
    const versions = Object.entries(published).filter(([version]) => version.startsWith(`${text} `));
    expect(versions.at(-1)?.[0]).toBe(`${text} ${legalTexts[text].version}`);
    const early = versions.filter(([, { since }], k) => k > 0 && since <= (versions[k - 1]?.[1].since ?? ''));
    expect(early.map(([version]) => version).filter((version) => !sharingADay.includes(version))).toEqual([]);
  },
);

test.each(texts)('the legal text %s has the stated number of sections', (text) => {
  const numbered = Object.keys(en).filter((key) => new RegExp(`^${text}\\.\\d+\\.text$`).test(key));
  expect(numbered).toHaveLength(legalTexts[text].sections);
});
