import { useSearchParams } from 'react-router';
import { RegionalBlocks, SiteBlocks, SiteRegions, type SiteBlock, type SiteRegion } from '#contract/site.ts';
import { type Language, languages } from '#web/paths.ts';

export interface Place {
  region: SiteRegion;
  language: Language;
  block: SiteBlock;
}

/**
 * Returns the region, language and block from the address, and a function that changes them. They are part of the
 * address, so that a link opens the same form.
 */
export function usePlace(): [Place, (change: Partial<Place>) => void] {
  const [params, setParams] = useSearchParams();
  const chosen = <T extends string>(all: readonly T[], name: string): T =>
    all.find((one) => one === params.get(name)) ?? (all[0] as T);
  const region = chosen(SiteRegions, 'region');
  const place: Place = {
    region,
    language: chosen(languages, 'language'),
    block: chosen(region === 'global' ? SiteBlocks : RegionalBlocks, 'block'),
  };
  const go = (change: Partial<Place>) => setParams({ ...place, ...change }, { replace: true });
  return [place, go];
}
