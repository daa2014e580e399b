import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/records/nudge'
import { contactsKey } from './api/contacts.query'
import { duplicatesKey } from './api/duplicates.query'

/** The tables of each page that show on a card; comments, roles and rights do not. */
const tables = {
  contacts: [
    'contacts',
    'contact_types',
    'contact_relations',
    'contact_bank_accounts',
    'contact_notes',
    'distinct_contacts',
    'credit_applications',
    'exemption_certificates',
  ],
  locations: ['locations'],
  quotations: ['quotations'],
  orders: ['orders'],
  deliveries: ['deliveries'],
  invoices: ['invoices', 'credit_notes', 'write_offs', 'cash_discounts'],
  payments: ['payments', 'payment_allocations', 'payment_refunds', 'kept_deposits'],
  tasks: ['tasks'],
} as const

/** Reads contacts again when one of these pages' tables changes. */
export const useLivePages = (...pages: (keyof typeof tables)[]): void =>
  useLive(
    contactsKey,
    pages.map((page) => ({ page, tables: tables[page] })),
  )

const duplicateSources = [{ topic: topics.page('contacts'), tables: ['contacts', 'distinct_contacts'] }]

/** The list of pairs is read again at most every ten seconds: one import tells of hundreds of contacts. */
export const useLiveDuplicates = (): void =>
  useLive(duplicatesKey, duplicateSources, { pollEvery: 60_000, settle: 10_000 })
