import type { LucideIcon } from 'lucide-react';

interface Props {
  as: LucideIcon;
  /** The size: s is 16 px, m is 20 px, l is 24 px. */
  size?: 's' | 'm' | 'l';
  /** The name for screen readers. An icon without a name is decoration. */
  label?: string;
  className?: string;
}

const pixels = { s: 16, m: 20, l: 24 } as const;

/**
 * An icon. Icons of every size have the same stroke width. Import the drawing by name from lucide-react, and pass it as
 * `as`.
 */
export function Icon({ as: Drawing, size = 'm', label, className }: Props) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true as const };
  return (
    <Drawing
      size={pixels[size]}
      strokeWidth={1.5}
      absoluteStrokeWidth
      className={className ? `icon ${className}` : 'icon'}
      {...named}
    />
  );
}
