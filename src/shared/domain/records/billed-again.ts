/** What becomes of credited lines: `again` is invoiced on their order again, `not` is not charged. */
export const linesAfterwards = [
  { value: 'again', label: 'It is invoiced again' },
  { value: 'not', label: 'It is not charged' },
]

/** What becomes of a credited deposit: `again` is asked of the client again. */
export const depositAfterwards = [
  { value: 'again', label: 'It is asked for again' },
  { value: 'not', label: 'It is not asked for again' },
]

/** What a credit note says of it, in words. `isDeposit`: it credits a deposit invoice. */
export const afterwardsText = (isBilledAgain: boolean, isDeposit: boolean): string =>
  (isDeposit ? depositAfterwards : linesAfterwards)[isBilledAgain ? 0 : 1]?.label ?? ''

export const linesHelp =
  'Again: the paper was wrong. Not charged: a gift, a complaint or a return. It can be changed on the credit note.'
export const depositHelp =
  'Again: the paper was wrong, or the money was taken back. Not again: the client stops. It can be changed on the credit note.'
