import type { ReactNode } from 'react';
import './gallery.css';

/** Shows one component with all its states. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="specimen">
      <h2 className="title">{name}</h2>
      <div className="specimen__body">{children}</div>
    </section>
  );
}
