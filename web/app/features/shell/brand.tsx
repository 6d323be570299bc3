import { LocalisedLink } from '#web/lib/locale.tsx';
import './brand.css';

export function Brand({ to = '/home', room }: { to?: string; room?: string }) {
  return (
    <LocalisedLink to={to} className="brand">
      Flaira
      {room && <span className="brand__room">{room}</span>}
    </LocalisedLink>
  );
}
