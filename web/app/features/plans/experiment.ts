import { DEFAULT_REGION, type Variant, Variants } from '#contract/billing.ts';

const variantKey = 'flaira.plans.variant';
const regionKey = 'flaira.region';

const isVariant = (word: string | null): word is Variant => Variants.some((variant) => variant === word);

/** Reads, or keeps and reads. A browser without storage knows nothing. */
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

/** The variant of the address when it is one, else the one this browser chose a plan by, else one of the three by lot. */
export function variantOf(query: URLSearchParams, random = Math.random): Variant {
  const asked = query.get('variant');
  const known = isVariant(asked) ? asked : stored(local, variantKey);
  return isVariant(known) ? known : (Variants[Math.floor(random() * Variants.length)] ?? 'A');
}

/** From `city` or `region` of the address, else the one this visit chose a plan in. */
export function regionOf(query: URLSearchParams): string {
  const asked = (query.get('city') ?? query.get('region') ?? '').trim().slice(0, 60);
  return asked || stored(session, regionKey) || DEFAULT_REGION;
}

export interface Shown {
  readonly variant: Variant;
  readonly region: string;
}

/**
 * Called when somebody chooses a plan, never before: a visit leaves nothing in the browser. The way to the payment page leads over other pages (signing
 * in), and the purchase is counted for the wording that was read.
 */
export function keepChoice({ variant, region }: Shown): void {
  stored(local, variantKey, variant);
  stored(session, regionKey, region);
}

/** Chooses once a page; the style sheet shows the line of the variant. */
export function chooseVariant(): Shown {
  const query = new URLSearchParams(location.search);
  const shown = { variant: variantOf(query), region: regionOf(query) };
  document.documentElement.dataset.variant = shown.variant;
  return shown;
}

const counted = new Set<Variant>();

/** Counted once a page and variant, when the plans come into sight. No cookie goes with it. */
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
