import * as z from 'zod';

/** A trending tag, with the number of its posts in the last seven days in communities that the reader may read. */
export const TrendingTopic = z.object({ id: z.string(), title: z.string(), posts_last7: z.number().int() });
export type TrendingTopic = z.infer<typeof TrendingTopic>;
