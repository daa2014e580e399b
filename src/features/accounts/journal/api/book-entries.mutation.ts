import { db } from '@/shared/db/client'
import type { EntryLine } from '../entry-lines'

export type NewEntry = { on_date: string; words: string; purpose: string; lines: EntryLine[] }

/** Books an entry by hand, once under its id. Returns its number, `JE-2026-0001`. */
export async function postEntry(id: string, { on_date, words, purpose, lines }: NewEntry): Promise<string> {
  const { data } = await db
    .rpc('post_entry', { p_id: id, p_on: on_date, p_words: words, p_lines: lines, p_purpose: purpose })
    .throwOnError()
  return data
}

/** Takes an entry by hand back on a day. Returns the number of the entry that does. */
export async function reverseEntry(id: string, reason: string, day: string): Promise<string> {
  const { data } = await db.rpc('reverse_entry', { p_id: id, p_reason: reason, p_on: day }).throwOnError()
  return data
}
