/** The methods of incoming payments. */
export const methods = [
  { value: 'bank', label: 'Bank transfer' },
  { value: 'card', label: 'Card' },
  { value: 'cash', label: 'Cash' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'other', label: 'Other' },
]
export const methodText = (method: string): string => methods.find(({ value }) => value === method)?.label ?? method
