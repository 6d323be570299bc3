import type { SignedIn } from '#server/platform/http/caller.ts';
import type { NotificationKind } from '#contract/notifications.ts';

/** A row as it is kept. */
export interface NotificationRow {
  readonly id: string;
  readonly domain: string;
  readonly kind: NotificationKind;
  readonly subject_id: string;
  readonly actor_id: string | null;
  readonly count: number;
  readonly at: Date;
  readonly read_at: Date | null;
}

/** What a reader may know of a row now. */
export interface Presented {
  readonly actor_name: string | null;
  readonly actor_is_practitioner: boolean;
  readonly subject: string;
  readonly path: string;
}

/** Rows of one domain → what they say to this reader. A row that is absent from the answer is none of their business any more. */
export type Presenter = (reader: SignedIn, rows: readonly NotificationRow[]) => Promise<Map<string, Presented>>;
