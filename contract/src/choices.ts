import * as z from 'zod';
import { rpc } from './base.ts';

/**
 * Topics of notifications. `security` cannot be switched off, because the owner of an attacked account must learn of
 * the attack.
 */
export const NotificationTopics = [
  'case',
  'messages',
  'appointments',
  'community',
  'billing',
  'progress',
  'security',
] as const;
export type NotificationTopic = (typeof NotificationTopics)[number];
export const NotificationChannels = ['in_app', 'email', 'push'] as const;
export type NotificationChannel = (typeof NotificationChannels)[number];
export const Digests = ['off', 'daily', 'weekly'] as const;
export type Digest = (typeof Digests)[number];
/** Notifications with this topic are sent on every channel, regardless of the person's choices. */
export const alwaysTold: NotificationTopic = 'security';

const byTopic = z.object(
  Object.fromEntries(
    NotificationTopics.map((topic) => [
      topic,
      z.object({ in_app: z.boolean(), email: z.boolean(), push: z.boolean() }),
    ]),
  ) as Record<NotificationTopic, z.ZodObject<Record<NotificationChannel, z.ZodBoolean>>>,
);
/** HH:MM in 24-hour format. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/**
 * Quiet hours in the local time of `zone`. Emails and push messages wait until the quiet hours end, except urgent ones
 * and those about security. The quiet hours may cross midnight.
 */
export const QuietHours = z.object({ from: TimeOfDay, to: TimeOfDay, zone: z.string().max(60) });
export type QuietHours = z.infer<typeof QuietHours>;

export const Choices = z.object({
  topics: byTopic,
  /** Null: the person has no quiet hours. */
  quiet: QuietHours.nullable(),
  /**
   * `off`: one email for each event. `daily` or `weekly`: one email a day or a week collects everything that is not
   * urgent.
   */
  digest: z.enum(Digests),
});
export type Choices = z.infer<typeof Choices>;

export const choices = {
  getMyChoices: rpc(
    'get_my_choices',
    'signedIn',
    'choices',
    'Return which notifications the caller wants, by topic and channel',
  ).output(Choices),
  setMyChoices: rpc(
    'set_my_choices',
    'signedIn',
    'choices',
    'Choose which notifications to get. The topic `security` cannot be turned off',
  )
    .input(Choices)
    .output(Choices),
};
