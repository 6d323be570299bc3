import { lazy } from 'react';

const nothing = () => null;

/**
 * Creates a component whose code is loaded when the component is first rendered. The service sends a document without
 * waiting for more code. Such components are therefore missing from the first view.
 */
export const later: typeof lazy = (load) =>
  import.meta.env.SSR ? (nothing as unknown as ReturnType<typeof lazy<never>>) : lazy(load);
