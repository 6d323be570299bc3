import { api } from '#web/lib/api.ts';

/** The newest notifications. The bell's count covers the notifications in its panel. */
export const newest = api.notifications.listNotifications.queryOptions({ input: { limit: 8 } });
