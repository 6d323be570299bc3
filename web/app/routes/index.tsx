import { redirectDocument } from 'react-router';
import { inLanguage, languageOf } from '../paths.ts';

/** The service redirects this address. The route covers a link that is followed inside the application. */
export function clientLoader({ request }: { request: Request }) {
  throw redirectDocument(inLanguage('/home', languageOf(new URL(request.url).pathname)));
}

export default function Index() {
  return null;
}
