import { redirectDocument } from 'react-router';
import { inLanguage, languageOf } from '../paths.ts';

/**
 * Loads the landing page as a new document. The service itself redirects this address, so this route is only for links
 * inside the application.
 */
export function clientLoader({ request }: { request: Request }) {
  throw redirectDocument(inLanguage('/home', languageOf(new URL(request.url).pathname)));
}

export default function Index() {
  return null;
}
