import { NotFound } from '#web/features/shell/not-found.tsx';

/** An address that a step inside the application leads to, or any under the development server: React draws it, unlike the file that the service sends. */
export default NotFound;
