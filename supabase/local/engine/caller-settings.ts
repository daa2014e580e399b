import type { Caller, Queryable } from '../contracts.ts'

/**
 * Makes the current transaction act as the caller, in one statement: role, claims, and extra settings.
 * Everything is transaction-local.
 */
export async function actAs(tx: Queryable, caller: Caller, settings: Record<string, string> = {}): Promise<void> {
  const values = Object.entries({
    'request.jwt.claims': JSON.stringify(caller.claims ?? { role: caller.role }),
    'request.jwt.claim.sub': caller.userId ?? '',
    'request.jwt.claim.role': caller.role,
    ...settings,
    role: caller.role,
  })
  const calls = values.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  await tx.query(`select ${calls.join(', ')}`, values.flat())
}
