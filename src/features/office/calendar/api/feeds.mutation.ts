import { db } from '@/shared/db/client'

export type FeedValues = { name: string; kinds: string[]; onlyMine: boolean }

/** Makes a calendar address, and answers it: it is shown once. */
export async function addFeed({ name, kinds, onlyMine }: FeedValues): Promise<string> {
  const { data } = await db
    .rpc('add_calendar_feed', { p_name: name, p_kinds: kinds, p_only_mine: onlyMine })
    .throwOnError()
  return addressOf(data)
}

/** Changes the name and the content of a calendar address. The address stays. */
export async function changeFeed(id: string, { name, kinds, onlyMine }: FeedValues): Promise<void> {
  await db.rpc('change_calendar_feed', { p_id: id, p_name: name, p_kinds: kinds, p_only_mine: onlyMine }).throwOnError()
}

/** Gives a calendar a new address, and answers it. The old one ends at once. */
export async function renewFeed(id: string): Promise<string> {
  const { data } = await db.rpc('renew_calendar_feed', { p_id: id }).throwOnError()
  return addressOf(data)
}

export async function removeFeed(id: string): Promise<void> {
  await db.rpc('remove_calendar_feed', { p_id: id }).throwOnError()
}

const addressOf = (token: string): string => db.functions.addressOf(`calendar-feed/${token}.ics`)
