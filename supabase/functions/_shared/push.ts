import type { SupabaseClient } from '@supabase/supabase-js'
import webPush from 'web-push'
import { z } from 'zod'

/** A browser at its push service, with the keys that a message to it is encrypted for. */
const deviceSchema = z.object({ id: z.string(), endpoint: z.string(), p256dh: z.string(), auth: z.string() })
export type PushDevice = z.infer<typeof deviceSchema>

/** What a device shows. `kind` and `id` are the record that it opens; a second one with the same `tag` replaces the first. */
const noticeSchema = z.object({
  tag: z.string(),
  title: z.string(),
  message: z.string(),
  source: z.string().optional(),
  kind: z.string().nullish(),
  id: z.string().nullish(),
  part: z.string().nullish(),
})
export type PushNotice = z.infer<typeof noticeSchema>

const claimedSchema = z.array(
  z.object({ ids: z.array(z.number()), devices: z.array(deviceSchema), notice: noticeSchema.nullable() }),
)
const keysSchema = z.array(z.object({ public_key: z.string(), private_key: z.string() }))

export type PushKeys = { publicKey: string; privateKey: string }

/** The key pair of the company. The first call makes it; of two at once both get the same. */
export async function pushKeys(service: SupabaseClient): Promise<PushKeys> {
  const known = await keep(service)
  if (known) return known
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const made = await keep(service, { p_public: publicKey, p_private: privateKey })
  if (!made) throw new Error('The keys for notices on devices were not kept')
  return made
}

async function keep(service: SupabaseClient, made: Record<string, string> = {}): Promise<PushKeys | null> {
  const { data } = await service.rpc('keep_push_keys', made).throwOnError()
  const [row] = keysSchema.parse(data)
  return row ? { publicKey: row.public_key, privateKey: row.private_key } : null
}

/**
 * The hosts of push services that browsers use. A message goes nowhere else: who keeps a device names its address. A setting
 * names more, with their ports.
 */
function isPushService(endpoint: string): boolean {
  const { protocol, host } = new URL(endpoint)
  const more = (Deno.env.get('PUSH_SERVICES') ?? '').split(',').map((name) => name.trim())
  if (more.includes(host)) return true
  return (
    protocol === 'https:' &&
    (host === 'fcm.googleapis.com' ||
      ['.push.apple.com', '.notify.windows.com', '.push.services.mozilla.com'].some((end) => host.endsWith(end)))
  )
}

/** A notice that waits longer at its push service, in seconds, is dropped. */
const keptFor = 12 * 60 * 60
const patience = 5_000

/** `gone`: the push service does not know the device any more. */
export type Told = 'told' | 'gone' | 'failed'

/** Sends one encrypted notice to one device. Throws nothing. */
export async function tell(device: PushDevice, notice: PushNotice, keys: PushKeys, contact: string): Promise<Told> {
  try {
    if (!isPushService(device.endpoint)) return 'gone'
    const { endpoint, method, headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      JSON.stringify(notice),
      { vapidDetails: { subject: contact, ...keys }, TTL: keptFor, urgency: 'normal' },
    )
    const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const answer = await fetch(endpoint, {
      method,
      headers: sent.filter(([name]) => name !== 'Content-Length'),
      body: new Uint8Array(body ?? []),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    await answer.body?.cancel()
    if (answer.status === 404 || answer.status === 410) return 'gone'
    return answer.ok ? 'told' : 'failed'
  } catch {
    return 'failed'
  }
}

const atOnce = 20
/** A call of a function may take 20 s. New notices are taken only before this time, in ms. */
const takesBefore = 8_000

/** Sends the notices that are due. A device that is gone is forgotten; a notice that reached no device waits for its next try. */
export async function sendDuePushes(
  service: SupabaseClient,
  contact: string,
): Promise<{ told: number; failed: number }> {
  const count = { told: 0, failed: 0 }
  const keys = await pushKeys(service)
  const start = Date.now()
  while (Date.now() - start < takesBefore) {
    const { data } = await service.rpc('claim_pushes', { p_most: atOnce }).throwOnError()
    const claimed = claimedSchema.parse(data)
    await Promise.all(
      claimed.map(async ({ ids, devices, notice }) => {
        const outcomes = notice
          ? await Promise.all(
              devices.map(async ({ id, ...device }) => ({
                id,
                to: await tell({ id, ...device }, notice, keys, contact),
              })),
            )
          : []
        const thoseThat = (outcome: Told) => outcomes.flatMap(({ id, to }) => (to === outcome ? [id] : []))
        const hasFailed = thoseThat('failed').length > 0 && thoseThat('told').length === 0
        await service
          .rpc('settle_push', {
            p_ids: ids,
            p_is_told: !hasFailed,
            p_told: thoseThat('told'),
            p_gone: thoseThat('gone'),
          })
          .throwOnError()
        count[hasFailed ? 'failed' : 'told'] += ids.length
      }),
    )
    if (claimed.length === 0) break
  }
  return count
}
