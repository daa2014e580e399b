import type { Field } from '@/kit/fields/field'
import type { PlanLine } from '../api/plan.query'
import { isAgreed, planItems, planProblem, typedOf } from './quantities'
import { QuantitiesInput } from './quantities-input'

/**
 * The lines of an order with the quantities of this delivery. Unchanged suggestions are not kept in the draft, so they
 * follow other people's plans. `isAgain`: the delivery failed and is planned again.
 */
export const quantitiesField = (
  lines: readonly PlanLine[],
  isNew: boolean,
  isAgain = false,
): Field<{ order_item_id: string; qty: string }[]> => ({
  label: 'What it brings',
  required: lines.length > 0,
  missing: 'Please say what this delivery brings',
  wide: true,
  draftOf: () => '{}',
  isEmpty: (draft) =>
    planItems(lines, draft, isNew).length === 0 &&
    lines.every((line) => planProblem(line, typedOf(line, draft, isNew)) === null),
  problem: (draft) =>
    lines.some((line) => planProblem(line, typedOf(line, draft, isNew)) !== null)
      ? 'Please look at the quantities'
      : isAgreed(lines, draft, isNew, isAgain)
        ? null
        : 'Some of it is not made yet: tick that you plan it all the same',
  valueOf: (draft) => planItems(lines, draft, isNew),
  words: (draft) => `${planItems(lines, draft, isNew).length} lines`,
  Input: function Quantities(input) {
    return <QuantitiesInput of={{ lines, isNew, isAgain }} {...input} />
  },
})
