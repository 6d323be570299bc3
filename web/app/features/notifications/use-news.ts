import { api } from '#web/lib/api.ts';

/** The newest notifications. The bell counts only the notifications that its panel lists. */
export const newest = api.notifications.listNotifications.queryOptions({ input: { limit: 8 } });
