import { contactName } from '@/shared/domain/contact'
import { toCsv } from '@/shared/domain/csv'
import { type ContactFilter, type ContactLine, readContacts } from './contacts.query'

const atOnce = 1000
const header = [
  'Kind',
  'Name',
  'Company',
  'E-mail',
  'Phone',
  'Mobile',
  'VAT number',
  'Address',
  'Town',
  'Postcode',
  'Country',
  'Payment terms (days)',
  'On stop',
]

/** Saves the contacts of a filter as a CSV file, all pages of it. */
export async function exportContacts(filter: ContactFilter): Promise<void> {
  const rows: ContactLine[] = []
  for (;;) {
    const page = await readContacts(filter, rows.at(-1) ?? null, atOnce)
    rows.push(...page)
    if (page.length < atOnce) break
  }
  const csv = toCsv(
    header,
    rows.map((row) => [
      row.type,
      contactName(row),
      row.company,
      row.email,
      row.phone,
      row.mobile,
      row.vat_number,
      row.address_line,
      row.city,
      row.postcode,
      row.country,
      row.payment_terms_days,
      row.on_stop ? 'yes' : 'no',
    ]),
  )
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: 'contacts.csv' })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
