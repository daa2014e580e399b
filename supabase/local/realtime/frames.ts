import { z } from 'zod'
import { readBroadcastPush } from './broadcast-frames.ts'
import type { Frame, Incoming, Push, Version } from './protocol.ts'

const ref = z
  .union([z.string().max(255), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : String(value)))

const objectFrame = z
  .object({ topic: z.string(), event: z.string(), payload: z.unknown().optional(), ref, join_ref: ref })
  .transform(({ join_ref, ...frame }) => ({ ...frame, joinRef: join_ref }))

const arrayFrame = z
  .tuple([ref, ref, z.string(), z.string(), z.unknown()])
  .rest(z.unknown())
  .transform(([joinRef, frameRef, topic, event, payload]) => ({ joinRef, ref: frameRef, topic, event, payload }))

const textPush = z.object({
  event: z.string().max(255),
  payload: z.unknown().optional(),
  persist: z.unknown().optional(),
})

/** Reads one message of a client, or null when it is no frame of that version. It never throws. */
export function decodeFrame(version: Version, data: Buffer, isBinary: boolean): Incoming | null {
  try {
    if (isBinary) return version === '2.0.0' ? readBroadcastPush(data) : null
    const parsed = (version === '1.0.0' ? objectFrame : arrayFrame).safeParse(JSON.parse(data.toString('utf8')))
    if (!parsed.success) return null
    const frame = parsed.data
    return { ...frame, payload: frame.payload, push: frame.event === 'broadcast' ? pushOf(frame.payload) : null }
  } catch {
    return null
  }
}

/** A frame for a client. As on hosted Supabase, 1.0.0 carries no `join_ref`. */
export function encodeFrame(version: Version, { joinRef, ref, topic, event, payload }: Frame): string {
  return version === '1.0.0'
    ? JSON.stringify({ topic, event, payload, ref })
    : JSON.stringify([joinRef, ref, topic, event, payload])
}

/** The same with a payload that is JSON already. */
export function encodeText(version: Version, { joinRef, ref, topic, event }: Omit<Frame, 'payload'>, payload: string) {
  const [joined, own, to, name] = [joinRef, ref, topic, event].map((part) => JSON.stringify(part))
  return version === '1.0.0'
    ? `{"topic":${to},"event":${name},"payload":${payload},"ref":${own}}`
    : `[${joined},${own},${to},${name},${payload}]`
}

export function encodeReply(version: Version, to: Frame, status: 'ok' | 'error', response: object): string {
  return encodeFrame(version, { ...to, event: 'phx_reply', payload: { status, response } })
}

function pushOf(payload: unknown): Push | null {
  const parsed = textPush.safeParse(payload)
  if (!parsed.success) return null
  const { event, payload: body = {}, persist } = parsed.data
  return { event, body: { encoding: 'json', text: JSON.stringify(body) }, persist: Boolean(persist) }
}
