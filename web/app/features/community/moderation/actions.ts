import type { ModerationAction } from '#contract/community/terms.ts';

export type SubjectKind = 'post' | 'comment' | 'channel' | 'person';

const aboutPeople: readonly ModerationAction[] = ['warn', 'suspend', 'ban'];

/** Whether the action concerns the author instead of the text. */
export const isAboutPerson = (action: ModerationAction): boolean => aboutPeople.includes(action) || action === 'lift';

/** Whether the author gets a statement of reasons. */
export const needsStatement = (action: ModerationAction): boolean =>
  action === 'remove' || aboutPeople.includes(action);

/** Returns the decisions that are possible in the subject's current state. */
export function actionsFor({
  kind,
  state,
  author,
}: {
  kind: SubjectKind;
  state: string;
  author: unknown;
}): ModerationAction[] {
  const people: ModerationAction[] = author === null && kind !== 'person' ? [] : [...aboutPeople, 'lift'];
  // The owner is responsible for a community, so decisions about a community concern its owner.
  if (kind === 'person' || kind === 'channel') return people;
  // The author deleted the text, so only decisions about the author remain.
  if (state === 'deleted') return people;
  const text: ModerationAction[] =
    state === 'removed' ? ['restore'] : state === 'held' ? ['restore', 'remove'] : ['remove'];
  return [...text, ...(kind === 'post' ? (['lock', 'unlock'] as const) : []), ...people];
}

/**
 * Returns the actions that the queue offers for a case. Lifting a suspension and unlocking a thread are left out,
 * because they only end earlier decisions.
 * @param isOwn true if the moderator wrote the text
 */
export const queueActionsFor = (subject: Parameters<typeof actionsFor>[0], isOwn = false): ModerationAction[] =>
  [...actionsFor(subject), 'dismiss' as const].filter(
    (action) => action !== 'lift' && action !== 'unlock' && (!isOwn || action === 'remove'),
  );

/** Whether the subject is a text that is neither removed nor deleted. Only such texts can be removed together. */
export const isRemovable = (subject: Parameters<typeof actionsFor>[0]): boolean =>
  actionsFor(subject).includes('remove');

/** The moderation action that each key of the queue runs. The list of shortcuts must name the same keys. */
export const queueKeys = {
  r: 'remove',
  w: 'warn',
  s: 'suspend',
  b: 'ban',
  l: 'lock',
  d: 'dismiss',
  u: 'restore',
} as const satisfies Record<string, ModerationAction>;
