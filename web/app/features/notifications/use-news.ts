import { api } from '#web/lib/api.ts';

/** The newest ones: what the bell counts is what its panel shows. */
export const newest = api.notifications.listNotifications.queryOptions({ input: { limit: 8 } });
