import { db } from '@/shared/db/client'

/** Keeps the account of a client under a number, to be sent. `id` makes a repeated call one statement. Its id. */
export async function keepStatement(id: string, contactId: string, from: string, to: string): Promise<string> {
  const { data } = await db
    .rpc('create_statement', { p_id: id, p_contact_id: contactId, p_from: from, p_to: to })
    .throwOnError()
  return data
}
