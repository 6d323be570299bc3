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

/**
 * Chooses the case to show. `cases` are sorted newest first. An `id` that is not among them is ignored. `hasConsent` is
 * true if the consent to a simulation is in force.
 */
export function chooseCase<Case extends Pick<MyCase, 'id' | 'published_at' | 'status'>>(
  cases: readonly Case[],
  hasConsent: boolean,
  id: string | null,
): ChosenCase<Case> {
  const newest = newestCase(cases, hasConsent);
  const shown = cases.find((one) => one.id === id) ?? newest;
  const signed = shown && cases.slice(cases.indexOf(shown)).find(isPublished);
  return { shown, signed, newest, isEarlier: shown !== newest };
}

/**
 * Returns the newest case. If the patient has given the consent again, but the plan includes no further case, an
 * unsigned withdrawn case stays the newest. It is skipped if an older case is not withdrawn.
 */
export function newestCase<Case extends Pick<MyCase, 'published_at' | 'status'>>(
  cases: readonly Case[],
  hasConsent: boolean,
): Case | undefined {
  const skips = hasConsent && cases.some(({ status }) => status !== 'withdrawn');
  return skips ? cases.find((one) => one.status !== 'withdrawn' || isPublished(one)) : cases[0];
}

/** Whether the case was published. The patient may still read a case that was withdrawn after its publication. */
export function isPublished({ published_at }: Pick<MyCase, 'published_at'>): boolean {
  return published_at !== null;
}
