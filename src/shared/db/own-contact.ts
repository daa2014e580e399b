import { z } from 'zod'
import { db } from './client'

const ownContactSchema = z.object({
  name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone: z.string().nullable(),
  logo_url: z.string().nullable(),
  profile: z.string(),
  has_temporary_password: z.boolean(),
})
export type OwnContact = z.infer<typeof ownContactSchema>

/** The own contact as the database tells it to whoever may read no row of the table; null where there is none. */
export async function ownContactTold(signal?: AbortSignal): Promise<OwnContact | null> {
  const told = db.rpc('own_contact', undefined, { get: true })
  const { data } = await (signal ? told.abortSignal(signal) : told).throwOnError()
  return data === null ? null : ownContactSchema.parse(data)
}

/**
 * What a person knows of their own contact; null where they have none. Clients read no row of the table, because rows carry
 * what the office decides: the function tells them theirs.
 * @throws the answer of the database
 */
export async function readOwnContact(userId: string, signal?: AbortSignal): Promise<OwnContact | null> {
  const own = db
    .from('contacts')
    .select('name, last_name, phone, logo_url, profile, has_temporary_password')
    .eq('user_id', userId)
  const { data } = await (signal ? own.abortSignal(signal) : own).maybeSingle().throwOnError()
  return data ?? (await ownContactTold(signal))
}
