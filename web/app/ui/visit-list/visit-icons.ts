import { CalendarCheck, Check, CircleCheck, Clock, type LucideIcon, UserX, X } from 'lucide-react';
import type { BookedState } from '#contract/bookings.ts';

export const iconOfVisit: Record<BookedState, LucideIcon> = {
  held: Clock,
  booked: CalendarCheck,
  arrived: Check,
  done: CircleCheck,
  no_show: UserX,
  cancelled: X,
  released: X,
};
