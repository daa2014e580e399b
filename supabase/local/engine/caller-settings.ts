import type { Caller, Queryable } from '../contracts.ts'

/** The settings that make a transaction act as the caller: role, claims, and extra settings. */
export const settingsOf = (caller: Caller, settings: Record<string, string> = {}): Record<string, string> => ({
  'request.jwt.claims': JSON.stringify(caller.claims ?? { role: caller.role }),
  'request.jwt.claim.sub': caller.userId ?? '',
  'request.jwt.claim.role': caller.role,
  ...settings,
  role: caller.role,
})

/** Makes the current transaction act as the caller, in one statement. Everything is transaction-local. */
export async function actAs(tx: Queryable, caller: Caller, settings: Record<string, string> = {}): Promise<void> {
  const { sql, parameters } = actingAs(caller, settings)
  await tx.query(sql, parameters)
}

/** The statement that `actAs` runs. Its text depends on the number of settings alone. */
export function actingAs(caller: Caller, settings: Record<string, string> = {}) {
  const values = Object.entries(settingsOf(caller, settings))
  const calls = values.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  return { sql: `select ${calls.join(', ')}`, parameters: values.flat() }
}
