import { afterEach, expect, test, vi } from 'vitest'
import { connectDb } from '@/shared/db/connect'
import { changeNote, removeBankAccount, removeNote, removeRelation, setArchived } from './contact.mutation'

/** A database that lets the record be seen and changes no row of it, as row level security does without a right. */
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
