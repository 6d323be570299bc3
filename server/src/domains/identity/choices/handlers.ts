import { implement } from '@orpc/server';
import { choices as contract } from '#contract/choices.ts';
import type { Context } from '#server/platform/context.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { requireUser } from '../policy.ts';
import { choicesOf, setChoices } from './keep-choices.ts';

export function choicesRouter(ctx: Context) {
  const os = implement(contract).$context<RequestContext>();
  return os.router({
    getMyChoices: os.getMyChoices.handler(({ context }) => choicesOf(ctx.db, requireUser(context.caller).userId)),
    setMyChoices: os.setMyChoices.handler(({ context, input }) =>
      setChoices(ctx, requireUser(context.caller).userId, input),
    ),
  });
}
