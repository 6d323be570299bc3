import type { MyCase } from '#contract/cases.ts';

export interface ChosenCase<Case> {
  /** The case that the cards show. It is the case in the address, or else the newest one. */
  shown: Case | undefined;
  /**
   * The case whose signed simulation is shown. While the shown case is still being prepared, the newest earlier case
   * with a signed simulation takes its place.
   */
  signed: Case | undefined;
  newest: Case | undefined;
  /** Whether the shown case is not the newest one. */
  isEarlier: boolean;
}

/** Chooses the case to show. `cases` are sorted newest first. An `id` that is not among them is ignored. */
export function chooseCase<Case extends Pick<MyCase, 'id' | 'published_at' | 'status'>>(
  cases: readonly Case[],
  id: string | null,
): ChosenCase<Case> {
  const at = Math.max(
    0,
    cases.findIndex((one) => one.id === id),
  );
  const signed = cases.slice(at).find(isPublished);
  return { shown: cases[at], signed, newest: cases[0], isEarlier: at > 0 };
}

/** Whether the case was published. The patient may still read a case that was withdrawn after its publication. */
export function isPublished({ published_at }: Pick<MyCase, 'published_at'>): boolean {
  return published_at !== null;
}
