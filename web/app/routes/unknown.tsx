import { NotFound } from '#web/features/shell/not-found.tsx';

/**
 * The page for an unknown address if the browser draws it. The browser draws it in development, and after navigation
 * inside the application. In all other cases the service sends its own page.
 */
export default NotFound;
