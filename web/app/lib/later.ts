import { lazy } from 'react';

const nothing = () => null;

/**
 * Creates a component whose code is loaded when the component is first drawn. The service leaves it out of a first view,
 * because its document is sent without waiting for more code.
 */
export const later: typeof lazy = (load) =>
  import.meta.env.SSR ? (nothing as unknown as ReturnType<typeof lazy<never>>) : lazy(load);
