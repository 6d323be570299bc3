import { sql } from 'kysely';
import type { HoldNote, ReportReason } from '#contract/community.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type Letter, type Reader, writtenJoin } from './decision-letter.ts';
import { lookAtBy } from './holds.ts';
import { factsOf, momentIn, nameText, say, type Spoken } from './letter-words.ts';

interface Row extends Spoken {
  readonly cause: HoldNote['cause'];
  readonly reason: ReportReason;
  readonly at: Date;
}

/**
 * Returns the email that tells the author that a text was hidden, or that it is visible again. For a hidden text, the
 * email says which text it is, when and how it was hidden (by a word filter or after reports), and which rule it may
 * break. It also gives the time by which a moderator should look at the text. It reveals neither the reporters nor
 * their number.
 */
export async function holdLetter(
  tx: Tx,
  holdId: string,
  kind: 'text_held' | 'text_released',
  { language, timeZone }: Reader,
): Promise<Letter | null> {
  const { rows } =
    await sql<Row>`select h.subject_kind as kind, h.cause, h.reason, h.at, w.written_at, w.place, w.visibility
    from (select *, null::uuid as channel_id from holds where id = ${holdId}) h ${writtenJoin('h')}`.execute(tx);
  const row = rows[0];
  if (!row) return null;
  const path = '/community/decisions';
  const about = ['text', nameText(language, 'of', row, timeZone)] as const;
  if (kind === 'text_released')
    return { template: 'community_released', values: { facts: factsOf(language, [about]) }, path };
  const facts = factsOf(language, [
    about,
    ['hidden', momentIn(language, row.at, timeZone)],
    ['cause', say(language, `held.${row.cause}`)],
    ['rule', say(language, `reason.${row.reason}`)],
    ['due', momentIn(language, lookAtBy(row.at), timeZone)],
  ]);
  return { template: 'community_held', values: { facts }, path };
}
