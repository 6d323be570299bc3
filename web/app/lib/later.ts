import { lazy } from 'react';

const nothing = () => null;

/**
 * Creates a component whose code is loaded when the component is first drawn. The service leaves such components out of
 * a first view, because it does not wait for more code before it sends a document.
 */
export const later: typeof lazy = (load) =>
  import.meta.env.SSR ? (nothing as unknown as ReturnType<typeof lazy<never>>) : lazy(load);
