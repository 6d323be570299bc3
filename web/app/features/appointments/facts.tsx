import { Fragment, type ReactNode } from 'react';
import styles from './cards.module.css';

interface Props {
  /** Empty ones are left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Two pairs a line where there is room. */
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
