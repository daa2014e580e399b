import { currentFormats } from '@/shared/domain/text/formats'

/** The VAT treatments of lines of bills, in the words of the office. */
export const purchaseTreatments = [
  { value: 'standard', label: '{Tax} as on the bill' },
  { value: 'reverse_charge', label: 'Reverse charge: you owe the {tax}' },
  { value: 'intra_community', label: 'Goods from another EU country' },
  { value: 'import', label: 'Bill of customs or a forwarder: import {tax}' },
  { value: 'import_postponed', label: 'Import: postponed {tax}' },
  { value: 'exempt', label: 'Exempt' },
  { value: 'outside', label: 'Not taxable' },
] as const

/** Whether the supplier bills no VAT under this treatment, and the company owes it itself. */
export const isOwnTax = (treatment: string | null | undefined): boolean =>
  ['reverse_charge', 'intra_community', 'import_postponed'].includes(treatment ?? '')

/** Whether there is no VAT at all under this treatment. */
export const isFreeOfTax = (treatment: string | null | undefined): boolean =>
  ['exempt', 'outside'].includes(treatment ?? '')

/** Treatments are of VAT: sales tax and GST have none. */
export const hasTreatments = () => currentFormats().tax_kind === 'vat'
