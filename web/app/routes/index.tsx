import { redirectDocument } from 'react-router';
import { inLanguage, languageOf } from '../paths.ts';

/** The service redirects here first; this covers a link followed inside the application. */
export function clientLoader({ request }: { request: Request }) {
  throw redirectDocument(inLanguage('/home', languageOf(new URL(request.url).pathname)));
}

export default function Index() {
  return null;
}
