import { afterEach, expect, test, vi } from 'vitest'
import { connectDb } from '@/shared/db/connect'
import { changeNote, removeBankAccount, removeNote, removeRelation, setArchived } from './contact.mutation'

/** A database where the record is visible but no row changes, as with a missing right under row level security. */
function refusing() {
  vi.stubGlobal('fetch', async (_: unknown, { method = 'GET' }: RequestInit = {}) =>
    Response.json(method === 'GET' ? [{ id: 'x1' }] : []),
  )
  connectDb({ supabaseUrl: 'http://backend.test', publishableKey: 'key', companyDomain: '', demo: false })
}
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['removing a relation', () => removeRelation('x1'), 'You may not remove this relation.'],
  ['removing a note', () => removeNote('x1'), 'You may not remove this note.'],
  ['changing a note', () => changeNote('x1', 'Words'), 'You may not change this note.'],
  ['removing a bank account', () => removeBankAccount('x1'), 'You may not remove this bank account.'],
  ['archiving a contact', () => setArchived('x1', true), 'You may not change this contact.'],
])('%s that changes no row is a refusal in words', async (_, write, words) => {
  refusing()
  await expect(write()).rejects.toThrow(words)
})
