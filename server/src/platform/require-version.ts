import { Refusal } from './refusal.ts';

/**
 * Refuses a save if a colleague has changed the row since the caller loaded it. A row that already has the wanted values
 * is not refused: the caller may repeat a save whose answer was lost.
 *
 * @param versions `stored` is the version of the row now, `loaded` the version that the caller loaded, and `wanted` the
 * version that the row gets by this save
 * @throws Refusal CHANGED_SINCE
 */
export function requireVersion(versions: {
  readonly stored: string;
  readonly loaded: string | null | undefined;
  readonly wanted: string;
}): void {
  const { stored, loaded, wanted } = versions;
  if (stored !== loaded && stored !== wanted) throw new Refusal('CHANGED_SINCE');
}
