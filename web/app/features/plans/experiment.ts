import { DEFAULT_REGION, type Variant, Variants } from '#contract/billing.ts';

const variantKey = 'flaira.plans.variant';
const seenKey = 'flaira.plans.seen';
const regionKey = 'flaira.region';

const isVariant = (word: string | null): word is Variant => Variants.some((variant) => variant === word);

/** What a browser without storage forgets, it is given again. */
function stored(storage: () => Storage, key: string, value?: string): string | null {
  try {
    if (value !== undefined) storage().setItem(key, value);
    return storage().getItem(key);
  } catch {
    return null;
  }
}
const local = () => localStorage;
const session = () => sessionStorage;

/** The variant of the address when it is one, else the one of this browser, else one of the three by lot. */
export function variantOf(query: URLSearchParams, random = Math.random): Variant {
  const asked = query.get('variant');
  const known = isVariant(asked) ? asked : stored(local, variantKey);
  const variant = isVariant(known) ? known : (Variants[Math.floor(random() * Variants.length)] ?? 'A');
  stored(local, variantKey, variant);
  return variant;
}

/** From `city` or `region` of the address; it holds for the visit. */
export function regionOf(query: URLSearchParams): string {
  const asked = (query.get('city') ?? query.get('region') ?? '').trim().slice(0, 60);
  if (asked) stored(session, regionKey, asked);
  return asked || stored(session, regionKey) || DEFAULT_REGION;
}

export interface Shown {
  readonly variant: Variant;
  readonly region: string;
}

/** Chooses once a page; the style sheet shows the line of the variant. */
export function chooseVariant(): Shown {
  const query = new URLSearchParams(location.search);
  const shown = { variant: variantOf(query), region: regionOf(query) };
  document.documentElement.dataset.variant = shown.variant;
  return shown;
}

/** Counted once a browser and variant, when the plans come into sight. No cookie goes with it. */
export function countExposure({ variant, region }: Shown): void {
  const seen = stored(local, seenKey)?.split(',') ?? [];
  if (seen.includes(variant)) return;
  stored(local, seenKey, [...seen, variant].join(','));
  void fetch('/rpc/count_exposure', {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ variant, region }),
  }).catch(() => undefined);
}

/** Runs `then` once, when at least a third of the element can be seen. */
export function whenSeen(element: Element, then: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { rootMargin: '-33% 0px' },
  );
  observer.observe(element);
}
