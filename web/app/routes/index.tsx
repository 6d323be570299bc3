import { redirectDocument } from 'react-router';
import { inLanguage, languageOf } from '../paths.ts';

/**
 * Redirects to the landing page. The service redirects this address, so this route is only for links that are followed
 * inside the application.
 */
export function clientLoader({ request }: { request: Request }) {
  throw redirectDocument(inLanguage('/home', languageOf(new URL(request.url).pathname)));
}

export default function Index() {
  return null;
}
