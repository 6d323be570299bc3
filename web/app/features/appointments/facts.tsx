import { Fragment, type ReactNode } from 'react';
import styles from './cards.module.css';

interface Props {
  /** Pairs of a name and a value. A pair without a value is not shown. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** True if two pairs share a line when there is room. */
  wide?: boolean;
}

export function Facts({ facts, wide }: Props) {
  return (
    <dl className={styles.facts} data-wide={wide || undefined}>
      {facts.map(([name, value]) =>
        value ? (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ) : null,
      )}
    </dl>
  );
}
