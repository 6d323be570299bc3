import type { ReactNode, TableHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import './table.css';

interface Props extends TableHTMLAttributes<HTMLTableElement> {
  /** The name of the table, for screen readers. */
  caption: string;
  children: ReactNode;
}

/**
 * A table with a sticky header row, in which all digits have the same width. A chosen row has aria-selected. Rows
 * become cards below 900 px. Each cell needs a `data-label`, which a card shows before the cell's value.
 */
export function Table({ caption, className, children, ...rest }: Props) {
  return (
    <div className="table-scroll">
      <table {...rest} className={classNames('table', className)}>
        <caption className="visually-hidden">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

/** The header row of a table, with one name for each column. */
export function ColumnHeads({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
