import { NotFound } from '#web/features/shell/not-found.tsx';

/** The browser draws this page for an unknown address inside the application, or any under the development server. Otherwise the service sends its page. */
export default NotFound;
