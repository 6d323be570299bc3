import * as z from 'zod';

/** What is talked about: a tag and its posts of the last seven days in communities the reader may read. */
export const TrendingTopic = z.object({ id: z.string(), title: z.string(), posts_last7: z.number().int() });
export type TrendingTopic = z.infer<typeof TrendingTopic>;
