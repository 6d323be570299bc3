import type { SignedIn } from '#server/platform/http/caller.ts';
import type { NotificationKind } from '#contract/notifications.ts';

/** A row of the table. */
export interface NotificationRow {
  readonly id: string;
  readonly domain: string;
  readonly kind: NotificationKind;
  /** Null for notices that need no domain. */
  readonly subject_id: string | null;
  readonly actor_id: string | null;
  readonly count: number;
  readonly subject: string;
  readonly path: string | null;
  readonly at: Date;
  readonly read_at: Date | null;
}

/** The part of a row that a reader may see now. */
export interface Presented {
  readonly actor_name: string | null;
  readonly actor_is_practitioner: boolean;
  readonly subject: string;
  readonly subject_lang?: string;
  readonly path: string;
}

/**
 * Turns rows of one domain into text for this reader. A row that is missing from the answer may no longer be shown to
 * them.
 */
export type Presenter = (reader: SignedIn, rows: readonly NotificationRow[]) => Promise<Map<string, Presented>>;

/** Notices without a domain are shown as stored. */
export const presentDirect: Presenter = async (_reader, rows) =>
  new Map(
    rows.map(({ id, subject, path }) => [
      id,
      { actor_name: null, actor_is_practitioner: false, subject, path: path ?? '/notifications' },
    ]),
  );
