import { Check, CircleCheck, Clock, Contrast, CreditCard, Lock, type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './status-badge.css';

export type StatusTone = 'pending' | 'progress' | 'awaiting' | 'confirmed' | 'cancelled' | 'done' | 'calm' | 'plain';

const icons: Record<StatusTone, LucideIcon> = {
  pending: Clock,
  progress: Contrast,
  awaiting: CreditCard,
  confirmed: Check,
  cancelled: X,
  done: CircleCheck,
  calm: Check,
  plain: Lock,
};

interface Props {
  tone: StatusTone;
  /** The status as a word, because colour alone is not enough. */
  children: ReactNode;
  icon?: LucideIcon;
}

export function StatusBadge({ tone, icon, children }: Props) {
  return (
    <span className={`status status--${tone}`}>
      <Icon as={icon ?? icons[tone]} size="s" />
      {children}
    </span>
  );
}
