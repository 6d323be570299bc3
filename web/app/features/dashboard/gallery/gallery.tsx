import { lazy, Suspense, useEffect, useState } from 'react';

/** The event that opens the gallery. */
const openEvent = 'open-gallery';

const GalleryDialog = lazy(() => import('./gallery-dialog.tsx'));

export const openGallery = () => dispatchEvent(new Event(openEvent));

/** Opens the gallery when the window gets the event `open-gallery`. The dialog is loaded at its first use. */
export function Gallery() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    addEventListener(openEvent, open);
    return () => removeEventListener(openEvent, open);
  }, []);
  return <Suspense>{isOpen && <GalleryDialog onClose={() => setOpen(false)} />}</Suspense>;
}
