import { DEFAULT_REGION, type Variant, Variants } from '#contract/billing.ts';

const variantKey = 'flaira.plans.variant';
const regionKey = 'flaira.region';

const isVariant = (word: string | null): word is Variant => Variants.some((variant) => variant === word);

/**
 * Stores the value if one is given. Returns the stored value, or null if there is none or the browser allows no
 * storage.
 */
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

/**
 * Returns the variant that the address names. Otherwise it returns the variant in which this browser chose a plan
 * earlier, or else a random one of the three.
 */
export function variantOf(query: URLSearchParams, random = Math.random): Variant {
  const asked = query.get('variant');
  const known = isVariant(asked) ? asked : stored(local, variantKey);
  return isVariant(known) ? known : (Variants[Math.floor(random() * Variants.length)] ?? 'A');
}

/**
 * Returns the `city` or `region` in the query string. Otherwise it returns the region that was stored when the person
 * chose a plan during this visit, or else the default region.
 */
export function regionOf(query: URLSearchParams): string {
  const asked = (query.get('city') ?? query.get('region') ?? '').trim().slice(0, 60);
  return asked || stored(session, regionKey) || DEFAULT_REGION;
}

export interface Shown {
  readonly variant: Variant;
  readonly region: string;
}

/**
 * Stores the variant and the region of the page on which the person chose a plan. A mere visit stores nothing in the
 * browser. Other pages, such as the sign-in page, may come before the payment page, and the purchase must be counted
 * for this variant.
 */
export function keepChoice({ variant, region }: Shown): void {
  stored(local, variantKey, variant);
  stored(session, regionKey, region);
}

/** Chooses a variant once per page load. The style sheet then shows the text of this variant. */
export function chooseVariant(): Shown {
  const query = new URLSearchParams(location.search);
  const shown = { variant: variantOf(query), region: regionOf(query) };
  document.documentElement.dataset.variant = shown.variant;
  return shown;
}

const counted = new Set<Variant>();

/** Counts each variant once per page load, when the plans become visible. The call sends no cookie. */
export function countExposure({ variant, region }: Shown): void {
  if (counted.has(variant)) return;
  counted.add(variant);
  void fetch('/rpc/count_exposure', {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ variant, region }),
  }).catch(() => undefined);
}

/** Calls `then` once, as soon as the element reaches the middle third of the window. */
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
