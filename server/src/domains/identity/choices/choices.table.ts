import type { Digest, NotificationChannel, NotificationTopic } from '#contract/choices.ts';

interface NotificationChoicesTable {
  user_id: string;
  topic: NotificationTopic;
  channel: NotificationChannel;
  is_on: boolean;
}

interface NotificationHabitsTable {
  user_id: string;
  /** HH:MM:SS. */
  quiet_from: string | null;
  quiet_to: string | null;
  quiet_zone: string | null;
  digest: Digest;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    notification_choices: NotificationChoicesTable;
    notification_habits: NotificationHabitsTable;
  }
}
