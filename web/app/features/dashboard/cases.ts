import type { MyCase } from '#contract/cases.ts';

export interface ChosenCase<Case> {
  /** The case that the cards show: the one in the address, otherwise the newest. */
  shown: Case | undefined;
  /** The case whose signed simulation is shown: this case, or, while it is being prepared, the newest earlier one. */
  signed: Case | undefined;
  isEarlier: boolean;
}

/** `cases` are sorted newest first. An id that is not among them is ignored. */
export function chooseCase<Case extends Pick<MyCase, 'id' | 'published_at' | 'status'>>(
  cases: readonly Case[],
  id: string | null,
): ChosenCase<Case> {
  const at = Math.max(
    0,
    cases.findIndex((one) => one.id === id),
  );
  const signed = cases.slice(at).find(isPublished);
  return { shown: cases[at], signed, isEarlier: at > 0 };
}

/** The patient may still read a case that was withdrawn after its publication. */
export function isPublished({ published_at }: Pick<MyCase, 'published_at'>): boolean {
  return published_at !== null;
}
