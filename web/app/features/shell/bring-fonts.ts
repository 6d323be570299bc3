/** The font of an invisible text. Each letter of the text makes the browser load the font file that contains it. */
interface Probe {
  readonly fontFamily: string;
  readonly fontStyle?: string;
}

const faces: readonly Probe[] = [{ fontFamily: '"Inter Variable"' }, { fontFamily: '"Fraunces Variable"' }];
const slanted: Probe = { fontFamily: '"Fraunces Variable"', fontStyle: 'italic' };

/**
 * Loads our fonts. The first view is drawn in system fonts of the same width. Our fonts are requested as soon as the
 * first view is on the screen. They are used only after all of them have loaded, so that no part of the page is laid
 * out several times.
 */
export function bringFonts(): void {
  const root = document.documentElement;
  if (root.dataset.fonts !== 'later') return;
  const bring = async () => {
    await loadFonts(root.lang === 'fr' ? 'aé' : 'a');
    await setPartByPart(root);
  };
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return void bring();
  // The browser reports two paints. The first paint is often only the background, so the observer waits for the first
  // paint with content.
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
  // Reading the layout makes the browser load the fonts, and `ready` waits for them.
  document.body.getBoundingClientRect();
  await document.fonts.ready;
  for (const probe of probes) probe.remove();
}

/**
 * Switches the page to our fonts from the top, one part per frame. Between two parts the page can react to a press.
 * Parts that are not switched yet use `near-fonts.css`.
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
