/** How money comes in and goes out. */
export const methods = [
  { value: 'bank', label: 'Bank transfer' },
  { value: 'card', label: 'Card' },
  { value: 'cash', label: 'Cash' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'other', label: 'Other' },
]

/** How a payment was made, as people read it: `Bank transfer`. */
export const methodText = (method: string): string =>
  method === 'credit' ? 'Credit note' : (methods.find(({ value }) => value === method)?.label ?? method)
