import type { SiteBlockState, SiteContent, SiteVersion } from '#contract/site.ts';

/** The values of the form. */
export interface Edit {
  content: SiteContent;
  is_shown: boolean;
  reason: string;
  is_confirmed: boolean;
}

/** The typed text, and the id of the version on which it is based. */
export interface Kept {
  edit: Edit;
  newest_id: SiteBlockState['newest_id'];
}

/**
 * Returns the kept text if it is unsaved. If the person left the page during a save, the page got no response, so the
 * kept text may already be stored.
 */
export const unsavedOf = (kept: Kept | undefined, state: SiteBlockState): Kept | undefined =>
  kept && !isSame(kept.edit, editOf(state)) ? kept : undefined;

/**
 * Returns the typed text, or undefined if it equals the stored text. If a colleague saves a version in the meantime,
 * that version does not replace the typed text. The service reports the conflict when the text is sent.
 */
export const typed = (kept: Kept | undefined, edit: Edit, state: SiteBlockState): Kept | undefined =>
  unsavedOf({ edit, newest_id: (unsavedOf(kept, state) ?? state).newest_id }, state);

/**
 * Returns whether unsaved text would be lost if other text replaced it. The text of an earlier version that was loaded
 * into the form and not changed is not lost, because the history still has it.
 */
export const isLosable = (unsaved: Kept | undefined, loaded: Edit | undefined): boolean =>
  unsaved !== undefined && !(loaded && isSame(unsaved.edit, loaded));

export type Path = readonly (string | number)[];

/** Returns the draft if there is one, or else the published content. */
export function editOf(state: SiteBlockState): Edit {
  const { content, is_shown, reason, is_confirmed } = state.draft ?? state;
  return { content, is_shown, reason, is_confirmed };
}

export const editOfVersion = ({ content, is_shown, reason, is_confirmed }: SiteVersion): Edit => ({
  content,
  is_shown,
  reason,
  is_confirmed,
});

export const isSame = (one: Edit, other: Edit): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns a copy with one value changed, at any depth. */
export function changed<T>(value: T, [first, ...rest]: Path, to: unknown): T {
  if (first === undefined) return to as T;
  const inner = changed((value as Record<string | number, unknown>)[first], rest, to);
  if (Array.isArray(value)) return value.map((one, index) => (index === first ? inner : one)) as T;
  return { ...value, [first]: inner };
}

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown> | undefined)?.[name], value);
