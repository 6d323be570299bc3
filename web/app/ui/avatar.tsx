import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import './avatar.css';

interface Props {
  /** The address of the photo, or null if there is none. */
  url: string | null;
  alt?: string;
  className?: string | undefined;
  /** The content that is shown if there is no photo, usually the initials. */
  children: ReactNode;
}

/** A person's photo in a circle. The container determines the size. */
export function Avatar({ url, ...rest }: Props) {
  return url ? <Picture key={url.split('?')[0]} url={url} {...rest} /> : rest.children;
}

/**
 * Shows the photo. Links expire, and every response of the service contains a new link. The component uses the first
 * link until this link fails to load.
 */
function Picture({ url, alt = '', className, children }: Props & { url: string }) {
  const [src, setSrc] = useState(url);
  const [isLost, setLost] = useState(false);
  const onError = () => (src === url ? setLost(true) : setSrc(url));
  return isLost ? children : <img src={src} alt={alt} className={classNames('avatar', className)} onError={onError} />;
}
