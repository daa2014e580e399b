import { z } from 'zod'
import { answer, Refusal } from '../_shared/answers.ts'
import { takeCall } from '../_shared/call-limit.ts'
import { requireStaff } from '../_shared/caller.ts'
import { serveJson } from '../_shared/serve-json.ts'
import { configuredProvider } from './provider.ts'

const maximumText = 20 * 1024
const bodySchema = z.object({ text: z.string().refine((text) => text.trim() !== '') })

/**
 * `{ text } → { improvedText, note? }` for staff (spec 2 §7), at most 20 kB and 20 calls a minute. `note` names the
 * built-in checker when it replaced a configured model. The answer was made from untrusted text: show it only through
 * the sanitiser.
 */
serveJson({ maximumBytes: 2 * maximumText }, async (body, caller) => {
  await requireStaff(caller)
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) throw new Refusal(400, 'invalid_body', 'There is no text to improve.')
  if (new TextEncoder().encode(parsed.data.text).byteLength > maximumText) {
    throw new Refusal(413, 'payload_too_large', 'At most 20 kB of text can be improved at once.')
  }
  await takeCall('improve-grammar', caller, { perMinute: 20, perDay: 1000 })
  const improve = configuredProvider()
  if (improve) return answer({ improvedText: await improve(parsed.data.text) })
  const { correctOffline, offlineChecker } = await import('./offline-checker.ts')
  return answer({ improvedText: await correctOffline(parsed.data.text), note: offlineChecker })
})
