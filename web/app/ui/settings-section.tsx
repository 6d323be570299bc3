import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Skeleton } from './skeleton.tsx';
import './settings-section.css';

/** A section of a settings page, with its title on the left and its controls on the right. */
export function SettingsSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="settings-section">
      <div className="settings-section__about">
        <h2 className="h3">{title}</h2>
        <p className="small muted">{text}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

interface RowProps {
  icon: LucideIcon;
  name: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}

export function SettingsRow({ icon, name, text, action }: RowProps) {
  return (
    <div className="settings-row">
      <span className="settings-row__icon">
        <Icon as={icon} />
      </span>
      <div className="settings-row__words">
        <p className="settings-row__name">{name}</p>
        {text && <p className="small muted">{text}</p>}
      </div>
      {action}
    </div>
  );
}

/**
 * A placeholder for rows that have an action. It has the same height as the final rows. Its container has aria-busy.
 */
export function SettingsRowSkeletons({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className="settings-row settings-row--waiting" aria-hidden="true">
      <span className="settings-row__icon" />
      <div className="settings-row__words">
        <p>
          <Skeleton shape="title" width="half" />
        </p>
        <p className="small">
          <Skeleton width="short" />
        </p>
      </div>
      <Skeleton shape="button" />
    </div>
  ));
}
