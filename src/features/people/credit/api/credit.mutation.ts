import { db } from '@/shared/db/client'
import type { CreditValues } from '../credit-draft'

/** A new draft for a contact; its id. A contact has one open application at a time. */
export async function startCreditApplication(contactId: string): Promise<string> {
  const { data, error } = await db.from('credit_applications').insert({ contact_id: contactId }).select('id').single()
  if (error?.code === '23505') throw new Error('This contact has an open application already')
  if (error) throw error
  return data.id
}

/** Saves a draft over the version that the person looked at. */
export async function saveCreditDraft(id: string, version: number, values: CreditValues): Promise<void> {
  const { data } = await db
    .from('credit_applications')
    .update(values)
    .eq('id', id)
    .eq('row_version', version)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new Error('Somebody else changed or submitted it meanwhile. Look at it, and save again.')
}
