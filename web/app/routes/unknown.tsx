import { NotFound } from '#web/features/shell/not-found.tsx';

/** An address that a step inside the application leads to, or any under the development server: the browser draws it, unlike the page that the service sends. */
export default NotFound;
