import { Link, useSearchParams } from 'react-router';
import { Row } from '#web/ui/layout.tsx';
import styles from './sort-links.module.css';

interface Props {
  /** The name of the address parameter that the links change. */
  name: string;
  label: string;
  current: string;
  options: readonly { key: string; label: string }[];
}

/**
 * Scrolls the chosen link into view. On a phone the row of links is wider than the screen, and only the row scrolls.
 */
function showInRow(chosen: HTMLElement | null) {
  const row = chosen?.parentElement;
  if (!chosen || !row) return;
  const beyond = chosen.getBoundingClientRect().right - row.getBoundingClientRect().right;
  if (beyond > 0) row.scrollLeft += beyond;
}

/**
 * Links that change the order of a list. The order is in the address, so that Back and a shared link show the same
 * list.
 */
export function SortLinks({ name, label, current, options }: Props) {
  const [params] = useSearchParams();
  const to = (key: string) => {
    const next = new URLSearchParams(params);
    next.set(name, key);
    return `?${next}`;
  };
  return (
    <Row as="nav" aria-label={label} gap={16} className={styles.links}>
      {options.map(({ key, label: words }) => (
        <Link
          key={key}
          ref={key === current ? showInRow : undefined}
          to={to(key)}
          replace
          preventScrollReset
          aria-current={key === current ? 'true' : undefined}
        >
          {words}
        </Link>
      ))}
    </Row>
  );
}
