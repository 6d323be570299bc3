import { NotFound } from '#web/features/shell/not-found.tsx';

/**
 * The page for an unknown address if the browser draws it. This happens after navigation inside the application, and in
 * development. In all other cases the service sends its own page.
 */
export default NotFound;
