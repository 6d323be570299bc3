// oxlint-disable-next-line import/default -- Vite compiles the file on its own and exports its address
import address from './static-page.ts?worker&url';

export function StaticPageScript() {
  return <script type="module" src={address} />;
}
