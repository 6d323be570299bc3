import type { Channel } from '#contract/community/channels.ts';
import type { Picture } from './community-form.ts';

/** The settings of a community, as the form shows them. */
export interface Settings {
  name: string;
  description: string;
  visibility: Channel['visibility'];
  is_on_web: boolean;
  join_policy: Channel['join_policy'];
  rules: string[];
  themes: string[];
  /** The new image. It is undefined if the image has not changed, and null if it was removed. */
  banner: Picture | null | undefined;
  icon: Picture | null | undefined;
}

/** The settings that a person has changed, and the values of these settings before the change. */
export interface Edit {
  changes: Partial<Settings>;
  seen: Partial<Settings>;
}

export const settingsOf = (channel: Channel): Settings => ({
  name: channel.name,
  description: channel.description ?? '',
  visibility: channel.visibility,
  // Only an open community can be on the web.
  is_on_web: channel.is_on_web && channel.visibility === 'open',
  join_policy: channel.join_policy,
  rules: channel.rules,
  themes: channel.themes,
  banner: undefined,
  icon: undefined,
});

/** Adds changes of the person. A value that is changed back is no longer a change. */
export function typed(edit: Edit | undefined, part: Partial<Settings>, stored: Settings): Edit | undefined {
  const before = only(stored, (field) => field in part);
  const seen = { ...before, ...edit?.seen };
  return changedOnly({ ...edit?.changes, ...part }, seen);
}

/**
 * Bases the changes on settings that are stored by now. If a later step of a save fails, another change of these
 * settings is then no conflict.
 */
export const basedOn = ({ changes, seen }: Edit, stored: Partial<Settings>): Edit | undefined =>
  changedOnly(changes, { ...seen, ...only(stored, (field) => field in changes) });

/** Drops each change of a setting that a colleague has changed, too. The form then shows the colleague's value. */
export function withoutConflicts({ changes, seen }: Edit, stored: Settings): Edit | undefined {
  return changedOnly(
    only(changes, (field) => isSame(seen[field], stored[field])),
    seen,
  );
}

function changedOnly(all: Partial<Settings>, before: Partial<Settings>): Edit | undefined {
  const changes = only(all, (field) => !isSame(all[field], before[field]));
  if (Object.keys(changes).length === 0) return undefined;
  return { changes, seen: only(before, (field) => field in changes) };
}

const only = (settings: Partial<Settings>, test: (field: keyof Settings) => boolean): Partial<Settings> =>
  Object.fromEntries(Object.entries(settings).filter(([field]) => test(field as keyof Settings)));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
