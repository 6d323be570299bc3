/** The first view is drawn in faces of the system; ours, which are as wide, are asked for when it stands there, and take their place together. */
export function bringFonts(): void {
  const root = document.documentElement;
  if (root.dataset.fonts !== 'later') return;
  const bring = () => delete root.dataset.fonts;
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return void bring();
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    bring();
  });
  observer.observe({ type: 'paint', buffered: true });
}
