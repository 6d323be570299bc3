import { sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import { choicesOf, findUser, mailPerson, type MailTemplate, pageUrl } from '#server/domains/identity/index.ts';
import type { News } from '#server/domains/notifications/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { decisionLetter, type Letter, type Reader } from './decision-letter.ts';
import { endingLetter } from './ending-letter.ts';
import { holdLetter } from './hold-letter.ts';
import { reportLetter } from './report-letter.ts';

/**
 * The email templates of news that a person can choose to get by email. `endingLetter` makes the email for
 * `channel_ending`.
 */
const templates: Partial<Record<NotificationKind, MailTemplate>> = {
  reply: 'community_reply',
  mention: 'community_mention',
  practitioner_answered: 'community_practitioner_answered',
  invite: 'community_invite',
};
/**
 * Kinds of news that the law requires us to send by email, whatever the person's settings: decisions, appeals,
 * automatically hidden texts, and the receipts and outcomes of reports.
 */
const ALWAYS: readonly NotificationKind[] = [
  'text_held',
  'text_released',
  'decision',
  'appeal',
  'report_received',
  'report_decided',
  'report_reviewed',
];

const ZONE = 'Europe/Paris';

/**
 * Sends news by email. A person gets at most one email a day for each bundle (news of one kind about the same text), so
 * that a lively thread does not flood the inbox. This limit does not apply to the kinds that are always sent. The
 * emails contain neither title nor text, because these may reveal health data.
 */
export async function mailNews(ctx: Context, tx: Tx, told: readonly News[]): Promise<void> {
  for (const news of told) {
    const { userId, kind, bundle } = news;
    const choices = await choicesOf(tx, userId);
    if (!ALWAYS.includes(kind) && !choices.topics.community.email) continue;
    const person = await findUser(tx, userId);
    if (!person?.email_verified) continue;
    const reader = { language: person.language, timeZone: choices.quiet?.zone ?? ZONE };
    const letter = await letterAbout(tx, news, reader);
    if (!letter) continue;
    const values = { ...letter.values, settings: pageUrl(ctx, person.language, '/account/profile') };
    // The key of an email that is always sent contains the event, because a reopened case may be decided twice on the
    // same day. The key of any other email contains the bundle and the day.
    const of = ALWAYS.includes(kind) ? news.event : `${bundle}:${ctx.clock.now().toISOString().slice(0, 10)}`;
    await mailPerson(ctx, tx, person, letter.template, { values, path: letter.path, key: `${of}:${userId}` });
  }
}

async function letterAbout(tx: Tx, { userId, kind, subjectId, actorId }: News, reader: Reader): Promise<Letter | null> {
  switch (kind) {
    case 'text_held':
    case 'text_released':
      return subjectId ? holdLetter(tx, subjectId, kind, reader) : null;
    case 'decision':
    case 'appeal':
      return subjectId ? decisionLetter(tx, subjectId, kind, reader) : null;
    case 'report_received':
    case 'report_decided':
    case 'report_reviewed':
      return subjectId ? reportLetter(tx, subjectId, userId, kind, reader) : null;
    case 'channel_ending':
      return subjectId ? endingLetter(tx, subjectId, reader) : null;
    default: {
      const template = templates[kind];
      if (!template) return null;
      const path = kind === 'invite' ? '/community/invites' : '/community/notifications';
      return { template, values: { actor: await nameOf(tx, actorId) }, path };
    }
  }
}

async function nameOf(tx: Tx, userId: string | null): Promise<string> {
  const { rows } = await sql<{
    display_name: string;
  }>`select display_name from community_profiles where user_id = ${userId}`.execute(tx);
  return rows[0]?.display_name ?? 'Flaira';
}
