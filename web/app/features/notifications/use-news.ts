import { api } from '#web/lib/api.ts';

/** The newest notifications. The bell counts the ones that its panel shows. */
export const newest = api.notifications.listNotifications.queryOptions({ input: { limit: 8 } });
