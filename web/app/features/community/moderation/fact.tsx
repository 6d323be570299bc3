import type { ReactNode } from 'react';

/** One line of the facts of a case: its name and its value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
