import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import './stepper.css';

interface Props {
  label: string;
  steps: readonly { title: ReactNode; note?: ReactNode }[];
  /** The index of the current step, or `steps.length` if all steps are done. */
  current: number;
}

/** A row of steps. It shows which steps are done, which step is current, and which steps follow. */
export function Stepper({ label, steps, current }: Props) {
  const { t } = useTranslation();
  const word = (index: number) => t(index < current ? 'step.done' : index === current ? 'step.current' : 'step.next');
  return (
    <ol className="stepper" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={index}
          data-state={index < current ? 'done' : index === current ? 'current' : 'next'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="stepper__dot" aria-hidden="true">
            {index < current && <Icon as={Check} size="s" />}
          </span>
          <span className="visually-hidden">{word(index)} </span>
          <span className="stepper__title">{step.title}</span>
          {step.note && <span className="stepper__note">{step.note}</span>}
        </li>
      ))}
    </ol>
  );
}
