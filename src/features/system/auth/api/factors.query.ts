import { queryOptions } from '@tanstack/react-query'
import type { Factor, NewFactor } from '@/machines/second-factor/second-factor.machine'
import { db } from '@/shared/db/client'

export type OwnFactor = Factor & { addedAt: string }

/** The root of the keys of the second factors of the signed-in person. */
export const ownFactorsKey = ['own-second-factors'] as const

/** The devices that make codes for the signed-in person, the newest first. */
export const ownFactorsQuery = (userId: string) =>
  queryOptions({ queryKey: [...ownFactorsKey, userId], queryFn: readFactors })

const nameOf = (name: string | undefined): string => name?.trim() || 'Authenticator app'

/** Every use of a device changes it, so the one that was used last is first. */
export async function readFactors(): Promise<OwnFactor[]> {
  const { data, error } = await db.auth.mfa.listFactors()
  if (error) throw error
  return data.totp
    .toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1))
    .map(({ id, friendly_name: name, created_at: addedAt }) => ({ id, name: nameOf(name), addedAt }))
}

/** A new device. What was begun and never finished is forgotten first: it would hold its name. */
export async function enrol({ name }: { name: string }): Promise<NewFactor> {
  const { data: known, error: unread } = await db.auth.mfa.listFactors()
  if (unread) throw unread
  for (const factor of known.all)
    if (factor.status === 'unverified') await db.auth.mfa.unenroll({ factorId: factor.id })
  const { data, error } = await db.auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
  if (error) throw error
  return { id: data.id, uri: data.totp.uri, secret: data.totp.secret }
}

/** Checks a code. The right one makes the session of this browser a sure one. */
export async function checkCode(given: { factorId: string; code: string }): Promise<void> {
  const { error } = await db.auth.mfa.challengeAndVerify(given)
  if (error) throw error
}

/** Removes a device, of whoever shows one of its codes. The token then says that the session is less sure. */
export async function removeFactor(given: { factorId: string; code: string }): Promise<void> {
  await checkCode(given)
  const { error } = await db.auth.mfa.unenroll({ factorId: given.factorId })
  if (error) throw error
  await db.auth.refreshSession()
}

/** Calls back when a code was right, in this tab or another one. Returns how to stop. */
export function onCodeTyped(typed: () => void): () => void {
  const { data } = db.auth.onAuthStateChange((event) => {
    if (event === 'MFA_CHALLENGE_VERIFIED') typed()
  })
  return () => data.subscription.unsubscribe()
}

/** True for a session whose account has a second factor that it has not shown. */
export async function waitsForCode(): Promise<boolean> {
  const { data } = await db.auth.mfa.getAuthenticatorAssuranceLevel()
  return data?.currentLevel === 'aal1' && data.nextLevel === 'aal2'
}
