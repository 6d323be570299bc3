import screen from '../screen.module.css';

/** The head of a table whose last columns are figures. */
export function FigureHeads({ names, figures }: { names: readonly string[]; figures: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {figures.map((name) => (
          <th key={name} scope="col" className={screen.end}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
