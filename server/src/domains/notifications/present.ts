import type { SignedIn } from '#server/platform/http/caller.ts';
import type { NotificationKind } from '#contract/notifications.ts';

/** A row of the table `notifications`. */
export interface NotificationRow {
  readonly id: string;
  readonly domain: string;
  readonly kind: NotificationKind;
  /** The id of the subject. Null for a notification that needs no presenter of a domain. */
  readonly subject_id: string | null;
  readonly actor_id: string | null;
  readonly count: number;
  readonly subject: string;
  readonly path: string | null;
  readonly at: Date;
  readonly read_at: Date | null;
}

/** The text and path of a notification that its reader may see now. */
export interface Presented {
  readonly actor_name: string | null;
  readonly actor_is_practitioner: boolean;
  readonly subject: string;
  readonly subject_lang?: string;
  readonly path: string;
}

/**
 * A function that describes rows of one domain for this reader. The result leaves out rows that the reader may no
 * longer see.
 */
export type Presenter = (reader: SignedIn, rows: readonly NotificationRow[]) => Promise<Map<string, Presented>>;

/** Describes notifications that belong to no domain. Their subject is shown as stored. */
export const presentDirect: Presenter = async (_reader, rows) =>
  new Map(
    rows.map(({ id, subject, path }) => [
      id,
      { actor_name: null, actor_is_practitioner: false, subject, path: path ?? '/notifications' },
    ]),
  );
