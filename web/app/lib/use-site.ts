import { createContext, use } from 'react';
import type { PublicSite } from '#contract/site.ts';

/** Null: the page is drawn in the browser, and the service did not answer. */
export const SiteContext = createContext<PublicSite | null>(null);

/** Content that administrators publish, for the reader of this page. */
export const useSite = (): PublicSite | null => use(SiteContext);
