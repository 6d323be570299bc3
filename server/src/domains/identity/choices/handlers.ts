import { choices as contract } from '#contract/choices.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { choicesOf, setChoices } from './keep-choices.ts';

export function choicesRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    getMyChoices: os.getMyChoices.handler(({ context }) => choicesOf(ctx.db, context.caller.userId)),
    setMyChoices: os.setMyChoices.handler(({ context, input }) => setChoices(ctx, context.caller.userId, input)),
  });
}
