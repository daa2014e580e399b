import { insertRow } from '@/kit/save/save-row'
import { isDuplicate } from '@/shared/hooks/save-problem'

/** A new draft for a contact; its id. A contact has one open application at a time. */
export async function startCreditApplication(contactId: string): Promise<string> {
  try {
    return await insertRow({ table: 'credit_applications', what: 'an application', values: { contact_id: contactId } })
  } catch (error) {
    throw isDuplicate(error) ? new Error('This contact has an open application already') : error
  }
}
