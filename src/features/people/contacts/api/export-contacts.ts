import { withTax } from '@/shared/domain/text/formats'
import { contactFieldLabels } from '@/shared/domain/people/contact'
import { type CsvText, toCsv } from '@/shared/domain/text/csv'
import type { ContactLine } from './contacts.query'

type Named = readonly { id: string; name: string }[]

/** The columns have the names that the import knows, so an exported file can be imported again. */
const header = [
  'Kind',
  contactFieldLabels.name,
  contactFieldLabels.last_name,
  contactFieldLabels.company,
  contactFieldLabels.email,
  contactFieldLabels.phone,
  contactFieldLabels.mobile,
  contactFieldLabels.vat_number,
  contactFieldLabels.address_line,
  contactFieldLabels.city,
  contactFieldLabels.postcode,
  contactFieldLabels.state,
  contactFieldLabels.country,
  contactFieldLabels.payment_terms_days,
  contactFieldLabels.contact_type_id,
  contactFieldLabels.account_manager_id,
  'On stop',
]

/** Contacts as CSV. Types and account managers are written by name. */
export function contactsCsv(rows: readonly ContactLine[], types: Named, managers: Named): CsvText {
  const nameOf = (named: Named, id: string | null) => named.find((each) => each.id === id)?.name ?? null
  return toCsv(
    header.map((heading) => withTax(heading)),
    rows.map((row) => [
      row.type,
      row.type === 'Business' && row.name === row.company ? null : row.name,
      row.last_name,
      row.company,
      row.email,
      row.phone,
      row.mobile,
      row.vat_number,
      row.address_line,
      row.city,
      row.postcode,
      row.state,
      row.country,
      row.payment_terms_days,
      nameOf(types, row.contact_type_id),
      nameOf(managers, row.account_manager_id),
      row.on_stop ? 'yes' : 'no',
    ]),
  )
}
