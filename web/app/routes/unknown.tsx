import { NotFound } from '#web/features/shell/not-found.tsx';

/**
 * The browser draws this page for an unknown address inside the application, and in development for any unknown
 * address. Otherwise the service sends its page.
 */
export default NotFound;
