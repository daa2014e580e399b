import { type Plan, planOf, type PlanOptions } from '@/shared/domain/planning/plan'
import { type Proposal, proposalOf } from '@/shared/domain/planning/proposals'
import { type PushedBack, pushedBackByOrder } from '@/shared/domain/planning/pushed-back'
import {
  type OrderPlan,
  orderPlan,
  type QuotedJob,
  type QuotedPlan,
  quotedPlan,
} from '@/shared/domain/planning/quoted-work'
import type { Workload } from '@/shared/domain/planning/workload'

export type Question =
  | { kind: 'plan'; tried?: Pick<PlanOptions, 'moves' | 'places' | 'closed'> }
  | { kind: 'proposal' }
  | { kind: 'quotation'; quoted: readonly QuotedJob[] }
  | { kind: 'order'; orderId: string }
  | { kind: 'pushed-back'; orderId: string }
/** What the planner is asked. `spent`: the share of today that is over. */
export type Asked = { workload: Workload; spent: number } & Question
export type Answers = {
  plan: Plan
  proposal: Proposal | null
  quotation: QuotedPlan
  order: OrderPlan
  'pushed-back': PushedBack[]
}

/** Plans: in a worker, or at once where there is none. */
export function answerTo(asked: Asked): Answers[Asked['kind']] {
  const { workload, spent } = asked
  switch (asked.kind) {
    case 'plan':
      return planOf(workload, { ...asked.tried, spent })
    case 'proposal':
      return proposalOf(workload, { spent })
    case 'quotation':
      return quotedPlan(workload, asked.quoted, spent)
    case 'order':
      return orderPlan(workload, asked.orderId, spent)
    case 'pushed-back':
      return pushedBackByOrder(workload, asked.orderId, { spent })
  }
}
