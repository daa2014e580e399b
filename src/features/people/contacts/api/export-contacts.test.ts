import { expect, test } from 'vitest'
import { readCsv } from '@/shared/domain/text/csv'
import { importRows } from '../import/import-rows'
import { sourceOfText, tableOf } from '../import/source-file'
import type { ContactLine } from './contacts.query'
import { contactsCsv } from './export-contacts'

const line = (change: Partial<ContactLine>): ContactLine => ({
  id: 'id',
  type: 'Person',
  name: null,
  last_name: null,
  company: null,
  email: null,
  phone: null,
  mobile: null,
  vat_number: null,
  address_line: null,
  city: null,
  state: null,
  postcode: null,
  country: null,
  payment_terms_days: null,
  contact_type_id: null,
  account_manager_id: null,
  on_stop: false,
  sort_name: '',
  created_at: '2026-01-05T09:00:00Z',
  updated_at: '2026-01-05T09:00:00Z',
  ...change,
})
const types = [{ id: 'client', name: 'Client' }]
const managers = [{ id: 'maria', name: 'Maria Vella' }]
const lines = [
  line({
    name: '=HYPERLINK("http://x.example")',
    last_name: 'Borg',
    phone: '+356 2122',
    contact_type_id: 'client',
    account_manager_id: 'maria',
    payment_terms_days: 30,
    on_stop: true,
  }),
  line({
    type: 'Business',
    name: 'Bakery',
    company: 'Bakery',
    vat_number: 'MT12345678',
    address_line: '1, "Old" Street',
  }),
]

test('an export has every field, types and managers by name, and no formula that runs', () => {
  const rows = readCsv(contactsCsv(lines, types, managers)).rows.map(({ cells }) => cells.join('|'))
  expect(rows).toEqual([
    'Kind|First name|Last name|Company|Email|Phone|Mobile|VAT number|Address|Town|Postcode|State|Country|Payment terms (days)|Contact type|Account manager|On stop',
    `Person|'=HYPERLINK("http://x.example")|Borg|||+356 2122||||||||30|Client|Maria Vella|yes`,
    'Business|||Bakery||||MT12345678|1, "Old" Street||||||||no',
  ])
})

test('what was exported is imported as it was', () => {
  const source = sourceOfText(contactsCsv(lines, types, managers))
  const found = importRows(tableOf(source).rows, {
    columns: source.columns,
    kind: 'byRow',
    types,
    managers,
    mayStop: true,
  })
  expect(found.map(({ kind, onStop, problem }) => ({ kind, onStop, problem }))).toEqual([
    { kind: 'Person', onStop: true, problem: null },
    { kind: 'Business', onStop: false, problem: null },
  ])
  expect(found[0]?.draft).toMatchObject({
    name: '=HYPERLINK("http://x.example")',
    last_name: 'Borg',
    phone: '+356 2122',
    contact_type_id: 'client',
    account_manager_id: 'maria',
    payment_terms_days: '30',
  })
  expect(found[1]?.draft).toMatchObject({
    company: 'Bakery',
    vat_number: 'MT12345678',
    address_line: '1, "Old" Street',
  })
})
