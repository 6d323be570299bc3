import { startOf } from '#contract/start-of.ts';
import type { FillPage, PageVisit } from '#server/platform/http/pages.ts';

/**
 * Who is signed in finds the way to their own pages where others find the way in. A page that cannot learn who looks is worth sending, too: it says
 * what it says to everybody.
 */
export const fillPage: FillPage = async (visit) => {
  const caller = await visit.caller().catch(() => null);
  if (caller?.kind !== 'user') return undefined;
  return { data: { reader: { start: inLanguage(visit, startOf(caller.role)) } } };
};

const inLanguage = ({ language }: PageVisit, path: string): string => (language === 'fr' ? `/fr${path}` : path);
