import { choicesOf, isAlwaysMailed, listedAs, topicOfMail } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { isGathered } from './digest/digest.ts';
import { hold, isUrgent } from './hold.ts';
import { notify } from './notify.ts';
import { quietUntil } from './quiet-hours.ts';

type Told = OutboxEvents['identity.personTold'];

/**
 * Delivers a domain's notice on the channels that the person chose. Some emails are always sent. If the domain gave no
 * key, the key is made from the template and `eventId`.
 */
export const tellPerson = (ctx: Context, told: Told, eventId: number): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const key = told.key ?? `${told.template}:${eventId}`;
    await putOnList(ctx, tx, told, key);
    await mail(ctx, tx, told, key);
  });

async function putOnList(ctx: Context, tx: Tx, told: Told, event: string): Promise<void> {
  const { user_id: userId, template, path, subject } = told;
  const kind = listedAs(template);
  if (!kind) return;
  const bundle = `${kind}:${subject || (path ?? '')}`;
  await notify(ctx, tx, [
    { userId, domain: 'direct', kind, subjectId: null, path, subject, bundle, actorId: null, event },
  ]);
}

async function mail(ctx: Context, tx: Tx, { user_id, template, message }: Told, key: string): Promise<void> {
  if (isAlwaysMailed(template)) return ctx.mail.send(tx, message, { key });
  const topic = topicOfMail(template);
  const { topics, digest, quiet } = await choicesOf(tx, user_id);
  const { email: isWanted, in_app: isListed } = topics[topic];
  if (!isWanted || (isListed && digest !== 'off' && isGathered(topic))) return;
  const until = isUrgent(template) ? null : quietUntil(ctx.clock.now(), quiet);
  if (until) await hold(tx, { user_id, channel: 'mail', topic, key, message, release_at: until });
  else await ctx.mail.send(tx, message, { key });
}
