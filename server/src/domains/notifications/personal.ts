import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const notificationsData: PersonalData = {
  tables: {
    notifications: { of: 'user_id', hidden: ['user_id', 'actor_id'] },
    notification_events: { of: 'user_id', hidden: 'all' },
    push_subscriptions: { of: 'user_id', hidden: 'all' },
    held_messages: { of: 'user_id', hidden: 'all' },
    digests: { of: 'user_id', hidden: 'all' },
  },
  mentions: { notifications: ['actor_id'] },
};
