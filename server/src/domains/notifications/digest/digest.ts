import { NotificationTopics, type NotificationTopic } from '#contract/choices.ts';
import { kindsOf } from '#contract/notifications.ts';

/** Topics whose notifications can wait for a daily or weekly digest, because they are not urgent and do not expire. */
const gatheredTopics: readonly NotificationTopic[] = ['community', 'progress'];
export const isGathered = (topic: NotificationTopic): boolean => gatheredTopics.includes(topic);

/** Returns the kinds of notifications that go into the person's digest. */
export const gatheredKinds = (isWanted: (topic: NotificationTopic) => boolean): string[] =>
  NotificationTopics.filter((topic) => isGathered(topic) && isWanted(topic)).flatMap((topic) => [...kindsOf[topic]]);

const HOUR = 8;
const MONDAY = 1;

/**
 * Returns the moment at which the last digest was due. A daily digest is due every day, and a weekly digest every Monday,
 * at eight o'clock in the person's time zone.
 */
export function lastDue(now: Date, digest: 'daily' | 'weekly', zone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const days = digest === 'weekly' ? 7 : 1;
  const back = digest === 'weekly' ? (local.dayOfWeek - MONDAY + 7) % 7 : 0;
  const eight = local.subtract({ days: back }).withPlainTime({ hour: HOUR });
  const to = Temporal.ZonedDateTime.compare(eight, local) > 0 ? eight.subtract({ days }) : eight;
  return new Date(to.epochMilliseconds);
}
