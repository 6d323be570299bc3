import { implementContract } from '#server/platform/http/implement-contract.ts';
import { community } from '#contract/community.ts';

const os = implementContract(community);
/** The object that the handlers use to implement this domain's procedures. */
export type Os = typeof os;
