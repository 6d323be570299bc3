import { InboxAssignees, type InboxFilter, InboxKinds } from '#contract/appointments-admin.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { useViews } from '../views/use-views.ts';
import { type InboxChoice, InboxViews } from './inbox-tools.tsx';

const everything: InboxChoice = { view: 'waiting', assignee: 'all', kind: null };

export function readChoice(params: URLSearchParams): InboxChoice {
  return {
    view: InboxViews.find((known) => known === params.get('show')) ?? everything.view,
    assignee: InboxAssignees.find((known) => known === params.get('who')) ?? everything.assignee,
    kind: InboxKinds.find((known) => known === params.get('kind')) ?? null,
  };
}

/** Returns the parameters of the address for the choice. Default values are left out. */
export const paramsOfChoice = ({ view, assignee, kind }: InboxChoice) => ({
  show: view === everything.view ? null : view,
  who: assignee === everything.assignee ? null : assignee,
  kind,
});

const isChoice = (choice: InboxChoice): boolean => Object.values(paramsOfChoice(choice)).some(Boolean);
const choiceOf = ({ show, assignee, kind }: InboxFilter): InboxChoice => ({ view: show, assignee, kind: kind ?? null });

/**
 * The choice of listed entries, from the address or a saved view. The parameter `a` is the id of the open appointment.
 */
export function useInboxChoice() {
  const [params, put] = useQueryParams();
  const typed = readChoice(params);
  const views = useViews('inbox', params, isChoice(typed));
  const choice = views.view?.inbox ? choiceOf(views.view.inbox) : typed;
  return {
    choice,
    views,
    openId: params.get('a'),
    open: (id: string | null) => put({ a: id }),
    choose: (next: InboxChoice) =>
      put({ ...paramsOfChoice(next), ...views.without(!isChoice(next)) }, { replace: false }),
    chooseView: (id: string | null) =>
      put({ ...paramsOfChoice(everything), ...(id ? { view: id } : views.without(true)) }, { replace: false }),
  };
}

export type InboxChosen = ReturnType<typeof useInboxChoice>;
