import { createContext, use } from 'react';
import type { PublicSite } from '#contract/site.ts';

/**
 * The content that administrators published. Null if the page is drawn in the browser and the service did not answer.
 */
export const SiteContext = createContext<PublicSite | null>(null);

/** Returns the content that administrators published, for the reader of this page. */
export const useSite = (): PublicSite | null => use(SiteContext);
