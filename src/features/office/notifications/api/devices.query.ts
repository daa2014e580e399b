import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { readThisDevice } from './this-device'

/** The root of the keys of the devices that show notices. */
export const noticeDevicesKey = ['notice-devices'] as const

/** What this browser can do. */
export const thisDeviceQuery = queryOptions({ queryKey: [...noticeDevicesKey, 'this'], queryFn: readThisDevice })

export type NoticeDevice = {
  id: string
  endpoint: string
  name: string
  created_at: string
  last_sent_at: string | null
}

/** The devices that show notices of the signed-in person, the newest first. */
export const noticeDevicesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...noticeDevicesKey, userId],
    queryFn: async ({ signal }): Promise<NoticeDevice[]> => {
      const { data } = await db
        .from('push_devices')
        .select('id, endpoint, name, created_at, last_sent_at')
        .eq('user_id', userId)
        .order('created_at', { ascending: false })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** Quiet hours are `21:00` to `07:00` by the clock of the company, or null. */
export type NoticeChoices = { muted: string[]; quiet: { from: string; until: string } | null }

/** What a person wants on their devices, and when. */
export const noticeChoicesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...noticeDevicesKey, userId, 'choices'],
    queryFn: async ({ signal }): Promise<NoticeChoices> => {
      const { data } = await db
        .from('push_choices')
        .select('muted, quiet_from, quiet_until')
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      const [from, until] = [data?.quiet_from, data?.quiet_until]
      return {
        muted: data?.muted ?? [],
        quiet: from && until ? { from: from.slice(0, 5), until: until.slice(0, 5) } : null,
      }
    },
  })

/** Saves what a person wants on their devices. */
export async function saveNoticeChoices(userId: string, { muted, quiet }: NoticeChoices): Promise<void> {
  await db
    .from('push_choices')
    .upsert({ user_id: userId, muted, quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null })
    .throwOnError()
}

/** A device shows no notices any more. */
export async function removeNoticeDevice(id: string): Promise<void> {
  await db.from('push_devices').delete().eq('id', id).throwOnError()
}

/** Shows a notice on every device of the caller. Returns how many push services took it. */
export async function tryNoticeDevices(): Promise<{ told: number; failed: number }> {
  const { data, error } = await db.functions.invoke<{ told: number; failed: number }>('web-push', {
    body: { test: true },
  })
  if (error || !data) throw new Error('The notice could not be sent. Please try again.')
  return data
}
