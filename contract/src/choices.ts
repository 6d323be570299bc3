import * as z from 'zod';
import { rpc } from './base.ts';

/** What a person may be told of. `security` cannot be switched off: whoever loses an account must hear of it. */
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
/** On every channel whatever is chosen. */
export const alwaysTold: NotificationTopic = 'security';

const byTopic = z.object(
  Object.fromEntries(
    NotificationTopics.map((topic) => [
      topic,
      z.object({ in_app: z.boolean(), email: z.boolean(), push: z.boolean() }),
    ]),
  ) as Record<NotificationTopic, z.ZodObject<Record<NotificationChannel, z.ZodBoolean>>>,
);
/** HH:MM, 24 hours. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** From `from` to `to` o'clock in `zone` nothing makes a sound: e-mail and push wait until it is over. May pass midnight. */
export const QuietHours = z.object({ from: TimeOfDay, to: TimeOfDay, zone: z.string().max(60) });
export type QuietHours = z.infer<typeof QuietHours>;

export const Choices = z.object({
  topics: byTopic,
  /** Null: at any hour. */
  quiet: QuietHours.nullable(),
  /** `off`: a mail for each thing; otherwise what is not urgent comes in one mail a day or a week. */
  digest: z.enum(Digests),
});
export type Choices = z.infer<typeof Choices>;

export const choices = {
  getMyChoices: rpc(
    'get_my_choices',
    'signedIn',
    'choices',
    'What the caller wants to be told, by topic and channel',
  ).output(Choices),
  setMyChoices: rpc('set_my_choices', 'signedIn', 'choices', 'Choose what to be told; `security` stays on')
    .input(Choices)
    .output(Choices),
};
