import { z } from 'zod'
import { answer, forbidden, Refusal } from '../_shared/answers.ts'
import { requireStaff } from '../_shared/caller.ts'
import { serveJson } from '../_shared/serve-json.ts'

/**
 * The only secrets that a browser may have, and the settings that hold them. A Map: `constructor` is not in it.
 * The maps key is visible in the address of every street-view image anyway; restrict it at the provider.
 */
const secrets = new Map([['maps_street_view', 'MAPS_STREET_VIEW_KEY']])

const bodySchema = z.object({ secretName: z.string() })

/** `{ secretName } → { secret }` for staff (spec 2 §7). A missing right and an unknown name give the same answer. */
serveJson({ maximumBytes: 16 * 1024 }, async (body, caller) => {
  await requireStaff(caller)
  const parsed = bodySchema.safeParse(body)
  const setting = parsed.success ? secrets.get(parsed.data.secretName) : undefined
  if (!setting) throw forbidden()
  const secret = Deno.env.get(setting)
  if (!secret) throw new Refusal(404, 'secret_not_configured', 'This secret is not configured yet.')
  return answer({ secret })
})
