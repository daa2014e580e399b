import { db } from '@/shared/db/client'
import type { ContactValues } from '@/shared/domain/people/contact'

export type MergeContacts = {
  keep: { id: string; row_version: number }
  gone: { id: string; row_version: number }
  values: Partial<ContactValues>
}

/** Makes one contact of two; it rejects in words when either changed since it was looked at. */
export async function mergeContacts({ keep, gone, values }: MergeContacts): Promise<void> {
  await db
    .rpc('merge_contacts', {
      p_keep: keep.id,
      p_gone: gone.id,
      p_values: values,
      p_keep_version: keep.row_version,
      p_gone_version: gone.row_version,
    })
    .throwOnError()
}

/** Says that two contacts that look alike are two: the list of duplicates leaves them out from now on. */
export async function sayTheyAreTwo(one: string, other: string): Promise<void> {
  const [contact_id = one, other_id = other] = [one, other].toSorted()
  await db.from('distinct_contacts').upsert({ contact_id, other_id }, { ignoreDuplicates: true }).throwOnError()
}
