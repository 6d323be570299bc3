// oxlint-disable-next-line import/default -- Vite compiles the file on its own and exports its address
import address from './plans-page.ts?worker&url';

export function PlansScript() {
  return <script type="module" src={address} />;
}
