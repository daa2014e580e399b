/** The treatments of VAT in the words of the office. */
export const treatments = [
  { value: 'standard', label: 'Standard' },
  { value: 'reverse_charge', label: 'Reverse charge' },
  { value: 'intra_community', label: 'Goods to or from another EU country' },
  { value: 'exempt', label: 'Exempt' },
  { value: 'export', label: 'Export' },
  { value: 'outside', label: 'Not taxable here' },
  { value: 'zero', label: 'Zero rate' },
] as const

/** Those of sales, and those that only purchases have. */
export const allTreatments = [
  ...treatments,
  { value: 'import', label: 'Import' },
  { value: 'import_postponed', label: 'Import, postponed {tax}' },
] as const
