import { createContext, use } from 'react';
import type { PublicSite } from '#contract/site.ts';

/**
 * The content that administrators published. It is null if the browser renders the page and the service has not
 * responded.
 */
export const SiteContext = createContext<PublicSite | null>(null);

/** Returns the published content for the reader of this page. */
export const useSite = (): PublicSite | null => use(SiteContext);
