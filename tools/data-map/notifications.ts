import type { Notes } from './terms.ts';

export const notifications: Notes = {
  notifications: {
    why: 'The list behind the bell',
    kept: 'ninety days after it was read',
    columns: {
      domain: 'which part of the product tells it',
      bundle: 'joins equal ones',
      count: 'how many were joined',
      path: 'where it leads',
      subject: 'what it is about, without a word of health',
    },
  },
  notification_events: {
    why: 'That an event was told once, and no more',
    kept: 'ninety days',
    columns: { event: 'which one' },
  },
  held_messages: {
    why: 'Mails and pushes that wait for the end of quiet hours',
    kept: 'until the hours end',
    columns: {
      channel: 'e-mail or push',
      topic: 'what about',
      key: 'says it once',
      message: 'which mail, with its ids',
      release_at: 'when the hours end',
    },
  },
  digests: { why: 'When the last summary was mailed' },
  push_subscriptions: {
    why: 'Browsers that may be told',
    columns: {
      session_id: 'ends with the session',
      endpoint: 'the address at the push service',
      p256dh: 'encrypts what is pushed',
      auth: 'encrypts what is pushed',
    },
  },
};
