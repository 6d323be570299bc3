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
        domain: 'which part of the product tells it',
        bundle: 'joins equal ones',
        count: 'how many were joined',
        path: 'where it leads',
        subject: 'what it is about, without a word of health',
      },
    },
    notification_events: {
      why: 'Events of which a person was notified, so that nobody is notified twice',
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
        session_id: 'ends with the session',
        endpoint: 'the address at the push service',
        p256dh: 'encrypts what is pushed',
        auth: 'encrypts what is pushed',
      },
    },
    held_messages: {
      why: 'Mails and pushes that wait for the end of quiet hours',
      of: 'user_id',
      hidden: 'all',
      stays: 'until the hours end',
      columns: {
        channel: 'e-mail or push',
        topic: 'what about',
        key: 'says it once',
        message: 'which mail, with its ids',
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
