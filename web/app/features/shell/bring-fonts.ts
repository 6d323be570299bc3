/** Invisible text: each letter makes the browser load the font file that contains it. */
interface Probe {
  readonly fontFamily: string;
  readonly fontStyle?: string;
}

const faces: readonly Probe[] = [{ fontFamily: '"Inter Variable"' }, { fontFamily: '"Fraunces Variable"' }];
const slanted: Probe = { fontFamily: '"Fraunces Variable"', fontStyle: 'italic' };

/**
 * Loads our fonts. The first view is drawn in system fonts of the same width, and ours are requested once it is on the
 * screen. They are used after all have loaded, so that no part of the page is laid out once per file.
 */
export function bringFonts(): void {
  const root = document.documentElement;
  if (root.dataset.fonts !== 'later') return;
  const bring = async () => {
    await loadFonts(root.lang === 'fr' ? 'aé' : 'a');
    await setPartByPart(root);
  };
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return void bring();
  // The first of the two reported paints is often only the background.
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    void bring();
  });
  observer.observe({ type: 'paint', buffered: true });
}

/** Loads fonts by drawing letters, because `document.fonts.load` would load every file of a family. */
async function loadFonts(letters: string): Promise<void> {
  const wanted = document.querySelector('main em') ? [...faces, slanted] : faces;
  const probes = wanted.map((face) => {
    const probe = document.createElement('span');
    probe.ariaHidden = 'true';
    probe.textContent = face === slanted ? 'e' : letters;
    Object.assign(probe.style, face, { position: 'fixed', contain: 'strict', visibility: 'hidden' });
    return document.body.appendChild(probe);
  });
  // Reading the layout starts the loading, for which `ready` then waits.
  document.body.getBoundingClientRect();
  await document.fonts.ready;
  for (const probe of probes) probe.remove();
}

/**
 * Switches one part per frame, from the top, so that a press never waits for the whole page. Until then the lower parts
 * use `near-fonts.css`.
 */
async function setPartByPart(root: HTMLElement): Promise<void> {
  const parts = document.querySelectorAll<HTMLElement>('main > *, body > footer');
  for (const part of parts) part.dataset.fonts = 'later';
  delete root.dataset.fonts;
  for (const part of parts) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    delete part.dataset.fonts;
    part.style.contentVisibility = 'visible';
  }
}
