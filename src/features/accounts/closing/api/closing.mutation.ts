import { db } from '@/shared/db/client'
import type { ClosingScope } from './closing.query'

/** Closes the books up to a day, or opens them again with an earlier day or null. Twice is once. */
export async function closeBooks(of: { to: string | null; scope: ClosingScope; reason: string | null }): Promise<void> {
  await db
    .rpc('close_books', {
      // The function takes null for "every day is open".
      p_to: of.to as string,
      p_scope: of.scope,
      ...(of.reason === null ? {} : { p_reason: of.reason }),
    })
    .throwOnError()
}
