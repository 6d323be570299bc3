import {
  alwaysTold,
  type Choices,
  type NotificationChannel,
  NotificationChannels,
  type NotificationTopic,
  NotificationTopics,
} from '#contract/choices.ts';

type ByChannel = Record<NotificationChannel, boolean>;
const everywhere = (): ByChannel => ({ in_app: true, email: true, push: true });

/**
 * Returns the default choices. Push is on for some topics, but has no effect until a browser of the person has
 * subscribed.
 */
const defaults = (): Record<NotificationTopic, ByChannel> => ({
  case: everywhere(),
  messages: everywhere(),
  appointments: everywhere(),
  community: { in_app: true, email: true, push: false },
  billing: { in_app: true, email: true, push: false },
  progress: { in_app: true, email: false, push: false },
  security: everywhere(),
});

export interface Chosen {
  readonly topic: NotificationTopic;
  readonly channel: NotificationChannel;
  readonly is_on: boolean;
}

/** Returns the default choices, overridden by the choices that a person has changed. */
export function topicsWith(chosen: readonly Chosen[]): Choices['topics'] {
  const topics = defaults();
  for (const { topic, channel, is_on } of chosen) topics[topic][channel] = is_on || topic === alwaysTold;
  return topics;
}

/** Returns the choices that differ from the defaults, as rows. */
export function differencesOf(topics: Choices['topics']): Chosen[] {
  const usual = defaults();
  return NotificationTopics.filter((topic) => topic !== alwaysTold).flatMap((topic) =>
    NotificationChannels.filter((channel) => topics[topic][channel] !== usual[topic][channel]).map((channel) => ({
      topic,
      channel,
      is_on: topics[topic][channel],
    })),
  );
}

/** Returns true if the JavaScript runtime knows the time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
