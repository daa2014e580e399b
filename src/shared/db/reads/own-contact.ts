import { fields, flag, orMissing, orNull, type ReadBy, text } from '@/shared/domain/records/mini-schema'
import { db } from '../client'

/** Checked without zod: the sign-in page reads it. */
const ownContactShape = fields({
  name: orNull(text),
  last_name: orNull(text),
  phone: orNull(text),
  logo_url: orNull(text),
  profile: text,
  has_temporary_password: flag,
  length_unit: orMissing(text),
  language: orMissing(text),
})
export type OwnContact = ReadBy<typeof ownContactShape>

/** Reads the own contact through the function `own_contact`, for people who may not read the table; null without a contact. */
export async function ownContactTold(signal?: AbortSignal): Promise<OwnContact | null> {
  const told = db.rpc('own_contact', undefined, { get: true })
  const { data } = await (signal ? told.abortSignal(signal) : told).throwOnError()
  return data === null ? null : ownContactShape.parse(data)
}

/**
 * Reads the profile of a person's own contact; null without one. Clients may not read the table, because its rows hold the
 * office's decisions, so they get theirs from a function.
 * @throws the database's error
 */
export async function readOwnContact(userId: string, signal?: AbortSignal): Promise<OwnContact | null> {
  const own = db
    .from('contacts')
    .select('name, last_name, phone, logo_url, profile, has_temporary_password, length_unit, language')
    .eq('user_id', userId)
  const { data } = await (signal ? own.abortSignal(signal) : own).maybeSingle().throwOnError()
  return data ?? (await ownContactTold(signal))
}
