const families = ['"Inter Variable"', '"Fraunces Variable"'];

/**
 * The first view is drawn in faces of the system; ours, which are as wide, are asked for when it stands there. They take their place together, so that the
 * page is set once more and not once a file.
 */
export function bringFonts(): void {
  const root = document.documentElement;
  if (root.dataset.fonts !== 'later') return;
  const bring = async () => {
    await loadFonts(root.lang === 'fr' ? 'aé' : 'a');
    delete root.dataset.fonts;
    await setTheRest();
  };
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return void bring();
  // Of the two paints that are told, the first is often only the background.
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    void bring();
  });
  observer.observe({ type: 'paint', buffered: true });
}

/** Written where nobody sees it, a letter brings the file that holds it; `document.fonts.load` would bring every file of the family. */
async function loadFonts(letters: string): Promise<void> {
  const probes = families.map((fontFamily) => {
    const probe = document.createElement('span');
    probe.ariaHidden = 'true';
    probe.textContent = letters;
    Object.assign(probe.style, { fontFamily, position: 'fixed', contain: 'strict', visibility: 'hidden' });
    return document.body.appendChild(probe);
  });
  // Begins the loading, which `ready` then waits for.
  document.body.getBoundingClientRect();
  await document.fonts.ready;
  for (const probe of probes) probe.remove();
}

/** What lies below (`near-fonts.css`) is set part by part, when there is nothing else to do. */
async function setTheRest(): Promise<void> {
  for (const section of document.querySelectorAll<HTMLElement>('main > section')) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    section.style.contentVisibility = 'visible';
  }
}
