import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const notificationsData: PersonalData = {
  tables: {
    notifications: {
      why: 'The list behind the bell',
      of: 'user_id',
      hidden: ['user_id', 'actor_id'],
      stays: 'ninety days after it was read',
      mentions: ['actor_id'],
      columns: {
        domain: 'the domain that sent it',
        bundle: 'the key by which equal notifications are combined',
        count: 'how many were combined',
        told: 'how many of them are in an earlier email',
        path: 'the page that it links to',
        subject: 'the subject, without health data',
      },
    },
    notification_events: {
      why: 'Events of which a person was notified, so that no one is notified twice',
      of: 'user_id',
      hidden: 'all',
      stays: 'ninety days',
      columns: { event: 'which one' },
    },
    push_subscriptions: {
      why: 'Browsers that receive push messages',
      of: 'user_id',
      hidden: 'all',
      columns: {
        session_id: 'the session with which it ends',
        endpoint: 'the address at the push service',
        p256dh: 'the key that encrypts push messages',
        auth: 'the key that encrypts push messages',
      },
    },
    held_messages: {
      why: 'Mails and pushes that wait for the end of quiet hours',
      of: 'user_id',
      hidden: 'all',
      stays: 'until the hours end',
      columns: {
        channel: 'e-mail or push',
        topic: 'the topic',
        key: 'the key that prevents a second notification',
        message: 'the mail with its ids',
        release_at: 'when the hours end',
      },
    },
    digests: {
      why: 'The time of the last digest by mail',
      of: 'user_id',
      hidden: 'all',
    },
  },
};
