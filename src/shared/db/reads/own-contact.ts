import { fields, flag, orNull, type ReadBy, text } from '@/shared/domain/records/mini-schema'
import { db } from '../client'

/** Checked without zod: the sign-in page reads it. */
const ownContactShape = fields({
  name: orNull(text),
  last_name: orNull(text),
  phone: orNull(text),
  logo_url: orNull(text),
  profile: text,
  has_temporary_password: flag,
})
export type OwnContact = ReadBy<typeof ownContactShape>

/** The own contact as the database tells it to whoever may read no row of the table; null where there is none. */
export async function ownContactTold(signal?: AbortSignal): Promise<OwnContact | null> {
  const told = db.rpc('own_contact', undefined, { get: true })
  const { data } = await (signal ? told.abortSignal(signal) : told).throwOnError()
  return data === null ? null : ownContactShape.parse(data)
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
