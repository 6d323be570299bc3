import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import { communityRefusals } from '#contract/community.ts';
import { contract } from '#contract/index.ts';
import en from '#messages/en/errors.json' with { type: 'json' };
import fr from '#messages/fr/errors.json' with { type: 'json' };

/** Returns every code that any procedure can return. */
function codesOf(node: unknown): string[] {
  if (isContractProcedure(node)) return Object.keys(node['~orpc'].errorMap);
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(codesOf) : [];
}

/**
 * Returns the codes that have a sentence. A code may have a separate sentence for each limit, with the key
 * `CODE_limit`.
 */
const codesIn = (sentences: object): string[] =>
  [...new Set(Object.keys(sentences).map((key) => key.replace(/_[a-z]+$/, '')))].sort();

test('every refusal of the contract has its sentence, and no sentence belongs to a removed code', () => {
  const codes = [...new Set(codesOf(contract))].sort();
  expect(codes.length).toBeGreaterThan(20);
  expect(codesIn(en)).toEqual(codes);
  expect(codesIn(fr)).toEqual(codes);
});

test('each limit of new members has its own sentence, which contains the limit', () => {
  const limits = communityRefusals.NEW_MEMBER_LIMIT.data.shape.limit.options;
  expect(limits.length).toBeGreaterThan(3);
  for (const sentences of [en, fr] as Record<string, string>[])
    for (const limit of limits) expect(sentences[`NEW_MEMBER_LIMIT_${limit}`]).toContain('{{max}}');
});
