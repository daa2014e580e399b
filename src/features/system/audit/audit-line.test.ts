import { describe, expect, test } from 'vitest'
import { momentText } from '@/shared/domain/text/formats'
import { type AuditLine, changesOf, happeningText, subjectOf } from './audit-line'

const anna = '00000000-0000-4000-a000-000000000001'
const line = (over: Partial<AuditLine>): AuditLine => ({
  id: 1,
  at: '2026-11-20T09:00:00Z',
  actor_label: 'Maria Borg',
  table_name: 'contacts',
  record_id: anna,
  record_label: 'Bakery',
  action: 'UPDATE',
  changed: {},
  labels: {},
  ...over,
})

describe('the changes of a line', () => {
  test('are read as before and after, by column', () => {
    const changed = {
      on_stop: [true, false],
      roles: [['team_member'], []],
      phone: [null, '+356 5550'],
      user_id: ['a', 'b'],
      profile: ['pending_verification', 'verified'],
      address: [{ street_name: 'Main', floors: [1, 2] }, {}],
    }
    expect(changesOf(line({ changed }))).toEqual([
      { column: 'Address', before: 'Street name: Main; Floors: 1, 2', after: '–' },
      { column: 'On stop', before: 'yes', after: 'no' },
      { column: 'Phone', before: '–', after: '+356 5550' },
      { column: 'Profile', before: 'Pending verification', after: 'Verified' },
      { column: 'Roles', before: 'Team member', after: '–' },
    ])
  })

  test('write days and times as the company does', () => {
    const changed = { decided_at: [null, '2026-11-20T16:45:00+00:00'], signed_on: ['2026-11-20', null] }
    expect(changesOf(line({ changed }))).toEqual([
      { column: 'Decided', before: '–', after: momentText('2026-11-20T16:45:00Z') },
      { column: 'Signed', before: '20 Nov 2026', after: '–' },
    ])
  })

  test('of money are in words, without what only machines need', () => {
    const changed = {
      status: ['issued', 'partly_paid'],
      vat: [null, 18],
      method: [null, 'bank'],
      invoice_id: [null, anna],
      provider_session: [null, '4474854549006691'],
      crew: [[], [anna]],
    }
    expect(changesOf(line({ table_name: 'payments', changed, labels: { [anna]: 'INV-2026-0270' } }))).toEqual([
      { column: 'Crew', before: '–', after: 'INV-2026-0270' },
      { column: 'Invoice', before: '–', after: 'INV-2026-0270' },
      { column: 'Method', before: '–', after: 'Bank' },
      { column: 'Status', before: 'Issued', after: 'Partly paid' },
      { column: 'VAT', before: '–', after: '18' },
    ])
  })

  test('name people and things as they were called then, never by their keys', () => {
    const gone = '00000000-0000-4000-a000-000000000002'
    const changed = { account_manager_id: [gone, anna] }
    expect(changesOf(line({ changed, labels: { [anna]: 'Anna Vella' } }))).toEqual([
      { column: 'Account manager', before: 'no longer known', after: 'Anna Vella' },
    ])
  })

  test('leave out what the heading says', () => {
    const changed = {
      role: [null, 'sales'],
      page_name: [null, 'orders'],
      can_view: [null, true],
      can_edit: [null, false],
    }
    expect(changesOf(line({ table_name: 'page_permissions', changed }))).toEqual([
      { column: 'Edit', before: '–', after: 'no' },
      { column: 'View', before: '–', after: 'yes' },
    ])
  })

  test.each([null, 'x', [], { a: 1 }, { a: [1] }])('of a strange shape are none: %j', (changed) =>
    expect(changesOf(line({ changed, labels: changed }))).toEqual([]),
  )
})

test('what happened is said in words', () =>
  expect(
    [
      line({ table_name: 'user_roles' }),
      line({ table_name: 'accounts', action: 'deactivated' }),
      line({ table_name: 'accounts', action: 'temporary_password' }),
      line({ table_name: 'bank_accounts', action: 'DELETE' }),
      line({ table_name: 'page_permissions', record_label: 'sales · supplier-invoices' }),
      line({ table_name: 'role_permissions', action: 'INSERT', record_label: 'account_manager · manage_brands' }),
      line({ table_name: 'role_permissions', action: 'DELETE', record_label: 'sales' }),
      line({ table_name: 'quotation_items', record_label: 'Q-2026-0142, Fascia, lit' }),
      line({ table_name: 'invoice_items', action: 'DELETE', record_label: 'Draft' }),
    ].map(happeningText),
  ).toEqual([
    'Role changed',
    'Account deactivated',
    'Account given a temporary password',
    'Bank accounts removed',
    'Sales: rights on Supplier invoices changed',
    'Account manager: the right “Manage brands” given',
    'Sales: the right “No longer known” taken',
    'Line “Fascia, lit” changed',
    'Line of an invoice removed',
  ]))

test('a trail says whom it is about, by the newest name', () =>
  expect([
    subjectOf([line({ record_label: null }), line({ record_label: 'New Bakery' }), line({})], anna),
    subjectOf([line({ record_label: 'sales · quotations' })], 'sales/quotations'),
    subjectOf([line({ record_label: 'INV-2026-0270' })], anna),
    subjectOf([], 'account_manager'),
    subjectOf([], anna),
  ]).toEqual(['New Bakery', 'Sales · Quotations', 'INV-2026-0270', 'Account manager: all rights', null]))
