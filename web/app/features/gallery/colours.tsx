import { useLayoutEffect, useRef } from 'react';
import { Row } from '#web/ui/layout.tsx';
import { Specimen } from './specimen.tsx';

const names = [
  'ground',
  'surface',
  'sand',
  'hover',
  'selected',
  'hairline',
  'line',
  'control',
  'ink-2',
  'ink',
  'accent',
  'accent-tint',
  'calm',
  'calm-tint',
  'danger',
  'danger-tint',
];

export function Colours() {
  return (
    <Specimen name="Colour and type">
      <Row gap={16} rowGap={12} align="center" wrap>
        {names.map((name) => (
          <Swatch key={name} name={name} />
        ))}
      </Row>
      <p className="display">Display</p>
      <p className="h1">Heading one</p>
      <p className="h2">Heading two</p>
      <p className="h3">Heading three</p>
      <p className="title">Title of a card</p>
      <p className="lead">A lead paragraph says one idea.</p>
      <p>Body text. Medicine without promises: your doctor decides.</p>
      <p className="small muted">Small and secondary.</p>
    </Specimen>
  );
}

function Swatch({ name }: { name: string }) {
  const field = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => field.current?.style.setProperty('background', `var(--${name})`), [name]);
  return (
    <div className="specimen__swatch">
      <span ref={field} />
      {name}
    </div>
  );
}
