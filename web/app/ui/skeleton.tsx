import './skeleton.css';

interface Props {
  /** The shape of the content that is loading. */
  shape?: 'line' | 'title' | 'circle' | 'block' | 'button';
  /** The width as a share of the row. */
  width?: 'full' | 'long' | 'half' | 'short';
}

export function Skeleton({ shape = 'line', width = 'full' }: Props) {
  return <span className={`skeleton skeleton--${shape} skeleton--${width}`} aria-hidden="true" />;
}

/** A placeholder for a list that is loading. The container has aria-busy. */
export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  const widths = ['full', 'long', 'half'] as const;
  return (
    <div className="skeleton-rows" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row}>
          <Skeleton shape="title" width={widths[row % 3]} />
          <Skeleton width={row % 2 ? 'short' : 'half'} />
        </div>
      ))}
    </div>
  );
}
