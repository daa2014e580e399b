import type { Fault } from './fault.ts'

/** Faults that change nothing that anybody could see, and why. Each was thought through; a test cannot notice it. */
const reasons: readonly [name: string | RegExp, reason: string][] = [
  [
    'private.write_credit_note: “if abs(v_net)[ > ]abs(',
    'where both are equal, the assignment gives the value that is there',
  ],
  [
    /^check line_\w+ of document_line dropped$/,
    'private.document_line is a pattern without rows: the four tables that are made like it have the rule of their own',
  ],
  [
    /^check \w+_(gross|balance)_is_a_number of \w+ dropped$/,
    'the column is generated of others, each of which has that rule',
  ],
  [
    /^private\.send_due_reminders: .*(and t\.due_at\[ < \]p_now \+ interval|\[and t\.due_at < p_now \+ interval)/,
    'a reminder comes at most 30 days before: the 31 days only bound what the index reads',
  ],
  [
    /^private\.job_document: .*\[private\.can\('(jobs|production|orders)', 'view'\)\]/,
    'private.timings, which tells whether the job is late, asks for the same rights and refuses in the same words',
  ],
  [
    /^private\.calculated_price: .*\[trunc\(\]v_(pct|net - v_cost|list|cost|target), 2\)/,
    'a discount is numeric(5, 2), and each price and cost of a line is cut to two decimals before: there is nothing left to cut',
  ],
  [
    'private.credit_amounts: “[if v_left > 0 then ]',
    'the lines of a rate have at least as much left as its base, which discounts only lessen: the refusal is not reached',
  ],
]

/** Why the fault changes nothing, or null. */
export const withoutEffect = ({ name }: Fault): string | null =>
  reasons.find(([of]) => (typeof of === 'string' ? name.startsWith(of) : of.test(name)))?.[1] ?? null
