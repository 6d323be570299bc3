// oxlint-disable-next-line import/default -- Vite compiles the file on its own and exports its address
import address from './pins-and-cards.ts?worker&url';

export function DirectoryScript() {
  return <script type="module" src={address} />;
}
