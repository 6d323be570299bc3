import { type Language, inLanguage } from '#web/paths.ts';
import { keepChoice, type Shown } from './experiment.ts';

interface Choice extends Shown {
  readonly sku: string;
  readonly cents: number;
}

/**
 * Returns the URL to open after the person chose a plan: the payment page, or a page that must come before it. If the
 * call fails, it returns the URL of a page that says that nothing was charged.
 */
export async function addressOfCheckout({ sku, cents, variant, region }: Choice, language: Language): Promise<string> {
  const body = {
    sku,
    type: 'subscription',
    cycle: sku.endsWith('_annual') ? 'annual' : 'monthly',
    amount: cents,
    currency: 'eur',
    variant,
    region,
    language,
  };
  try {
    const answer = await fetch('/api/checkout/start', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { url } = (await answer.json()) as { url?: string };
    if (answer.ok && url) return url;
  } catch {
    // The error is ignored. The person sees the page at the end of this function.
  }
  return inLanguage('/thank-you', language);
}

/**
 * Handles clicks on the plan buttons inside `root`. Until the page changes, further clicks are ignored, so only one
 * checkout starts.
 */
export function takePlanClicks(root: HTMLElement, shown: Shown, language: Language): void {
  let isBusy = false;
  root.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-sku]');
    // The browser itself handles a click that opens another tab or window.
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    link.ariaBusy = 'true';
    const { sku = '', cents } = link.dataset;
    keepChoice(shown);
    void addressOfCheckout({ ...shown, sku, cents: Number(cents) }, language).then((url) => location.assign(url));
  });
  // The browser's Back button may restore the page with a button that still looks busy. This handler makes the buttons
  // usable again.
  addEventListener('pageshow', () => {
    isBusy = false;
    for (const link of root.querySelectorAll('[aria-busy]')) link.removeAttribute('aria-busy');
  });
}
