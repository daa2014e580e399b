import { z } from 'zod'
import { answer, preflight, Refusal } from '../_shared/answers.ts'
import { asService, hasServiceKey, identify, requireStaff } from '../_shared/caller.ts'
import { pushKeys, sendDuePushes, tell } from '../_shared/push.ts'

const ownDevices = z.array(
  z.object({ id: z.string(), endpoint: z.string(), p256dh: z.string(), auth_secret: z.string() }),
)

/**
 * Notices on devices that are closed (Web Push).
 * `POST` with the service key → `{ told, failed }`: sends what is due. The clock calls it.
 * `POST` by staff → `{ key }`: the public key by which a browser subscribes; with `{ test: true }` → `{ told, failed }` too:
 * every device of the caller shows a notice now.
 */
Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return preflight()
  try {
    if (request.method !== 'POST') throw new Refusal(405, 'method_not_allowed', 'Only POST is answered here.')
    if (await hasServiceKey(request)) return answer(await sendDuePushes(asService(), contact()))
    const caller = await identify(request)
    await requireStaff(caller)
    const keys = await pushKeys(asService())
    const body: unknown = await request.json().catch(() => null)
    if (!z.object({ test: z.literal(true) }).safeParse(body).success) return answer({ key: keys.publicKey })
    const { data } = await caller.asCaller
      .from('push_devices')
      .select('id, endpoint, p256dh, auth_secret')
      .throwOnError()
    const notice = { tag: 'test', title: 'Notices reach this device', message: 'This is how they look.' }
    const outcomes = await Promise.all(
      ownDevices
        .parse(data)
        .map(({ auth_secret, ...device }) => tell({ ...device, auth: auth_secret }, notice, keys, contact())),
    )
    const told = outcomes.filter((outcome) => outcome === 'told').length
    return answer({ key: keys.publicKey, told, failed: outcomes.length - told })
  } catch (failure) {
    if (failure instanceof Refusal) return failure.toResponse()
    return new Refusal(500, 'internal_error', 'The notice could not be sent. Please try again.').toResponse()
  }
})

/** Whom a push service writes to when something is wrong: push services want an address of https or mailto. */
const contact = () => Deno.env.get('PUSH_CONTACT') ?? 'mailto:noreply@localhost.localdomain'
