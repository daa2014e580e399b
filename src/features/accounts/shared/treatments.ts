/** The treatments of VAT in the words of the office. */
export const treatments = [
  { value: 'standard', label: 'Standard' },
  { value: 'reverse_charge', label: 'Reverse charge' },
  { value: 'intra_community', label: 'Goods to another EU country' },
  { value: 'exempt', label: 'Exempt' },
  { value: 'export', label: 'Export' },
  { value: 'outside', label: 'Not taxable here' },
  { value: 'zero', label: 'Zero rate' },
] as const
