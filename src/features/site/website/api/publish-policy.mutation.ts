import { db } from '@/shared/db/client'
import type { PolicyKind } from './policy.query'

/**
 * Publishes a version of a legal text over the read one; returns its number. Refused with a sentence when that is not
 * the newest.
 */
export async function publishPolicy(kind: PolicyKind, html: string, base: number): Promise<number> {
  const { data } = await db.rpc('publish_policy', { p_kind: kind, p_body: html, p_base: base }).throwOnError()
  return data
}
