import { api } from '#web/lib/api.ts';

/** The newest notifications, and the number of all unread ones. */
export const newest = api.notifications.listNotifications.queryOptions({ input: { limit: 8 } });
