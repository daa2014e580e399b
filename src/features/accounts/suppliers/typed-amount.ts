import { counted } from './supplier-credit'
import { supplierFields } from './supplier-fields'

/**
 * A typed amount as it counts, as decimal text: that of a credit note below zero. Null while it is empty or cannot be
 * read.
 */
export function typedAmount(
  name: 'net' | 'vat',
  drafts: Readonly<Record<'net' | 'vat' | 'is_credit', string>>,
): string | null {
  const draft = drafts[name]
  if (draft.trim() === '' || supplierFields[name].problem(draft) !== null) return null
  const typed = supplierFields[name].valueOf(draft)
  return counted(drafts.is_credit === 'yes', { net: typed, vat: typed })[name]
}
