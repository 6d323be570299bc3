import type { JSONColumnType } from 'kysely';
import type { NotificationTopic } from '#contract/choices.ts';

export interface PushSubscriptionsTable {
  id: string;
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Date;
}

interface HeldMessagesTable {
  id: string;
  user_id: string;
  channel: 'mail' | 'push';
  topic: NotificationTopic;
  key: string;
  /** An email (platform/mail/mailer.ts) or a push notification (push/push-note.ts), as JSON. */
  message: JSONColumnType<object>;
  release_at: Date;
}

interface DigestsTable {
  user_id: string;
  sent_at: Date;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    push_subscriptions: PushSubscriptionsTable;
    held_messages: HeldMessagesTable;
    digests: DigestsTable;
  }
}
