/** Runs in the page: finds visible faults that a machine can measure, one sentence each. */
export function faultsOnPage(): string[] {
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const words = (element: Element): string => (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 70);

  const overflow = document.documentElement.scrollWidth - innerWidth;
  const faults = overflow > 0 ? [`${overflow} px wider than the window`] : [];

  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!isSeen(element) || element.closest('svg, .visually-hidden, .skip-link')) continue;
    const { overflowX } = getComputedStyle(element);
    const isCut = (overflowX === 'hidden' || overflowX === 'clip') && element.scrollWidth > element.clientWidth + 1;
    if (isCut && element.clientWidth > 1 && words(element) && !element.querySelector('img, svg'))
      faults.push(`cut off: ${words(element)}`);
  }

  for (const element of document.querySelectorAll('h1, h2, h3, h4, p, li, dd, summary, blockquote, figcaption')) {
    if (!isSeen(element) || element.querySelector('p, li, div, ul, h2, h3')) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = new Map<number, { left: number; right: number }>();
    for (const { bottom, left, right, width } of range.getClientRects()) {
      if (width === 0) continue;
      const line = lines.get(Math.round(bottom / 8)) ?? { left, right };
      lines.set(Math.round(bottom / 8), { left: Math.min(left, line.left), right: Math.max(right, line.right) });
    }
    const widths = [...lines.entries()]
      .sort(([one], [other]) => one - other)
      .map(([, { left, right }]) => right - left);
    const last = widths.at(-1) ?? 0;
    if (widths.length > 1 && last < Math.max(...widths) * 0.15)
      faults.push(`a lonely last word: …${words(element).slice(-40)} (${element.tagName.toLowerCase()})`);
  }
  return faults;
}

/** Runs in the page. Scrolls so that lazily loaded parts are loaded. */
export async function scrollThrough(): Promise<void> {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  scrollTo({ top: 0, behavior: 'instant' });
}
