import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import './events.ts';
import { isReadOnly } from './may-write.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns the time by which a practitioner should answer. The deadline counts all hours, not only working hours,
 * because members and practitioners live in many time zones. A member does not know a practitioner's working hours and
 * could not check a deadline based on them.
 */
export const dueAt = ({ config }: Pick<Context, 'config'>, askedAt: Date | string): string =>
  new Date(new Date(askedAt).getTime() + config.answerHours * HOUR_MS).toISOString();

/**
 * Notifies the moderators, once for each question, that no practitioner has answered it in time. Questions in a locked
 * thread or a read-only community are left out, because nobody can answer there.
 */
export const tellOverdueAnswers = (ctx: Context): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    const latest = new Date(now.getTime() - ctx.config.answerHours * HOUR_MS);
    const { rows } = await sql<{ channel_id: string; post_id: string }>`update posts p set overdue_told_at = ${now}
      from channels ch where ch.id = p.channel_id and not ${isReadOnly} and p.asks_practitioner and p.state = 'visible' and not p.is_locked
        and p.overdue_told_at is null and p.asked_at <= ${latest}
      returning p.channel_id, p.id as post_id`.execute(tx);
    for (const question of rows) await ctx.outbox.emit(tx, 'community.answerOverdue', question);
  });
