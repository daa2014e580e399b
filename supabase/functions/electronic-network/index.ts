import { z } from 'zod'
import { accessPoint, AccessPointAway } from '../_shared/access-point.ts'
import { answer, forbidden, Refusal } from '../_shared/answers.ts'
import { takeCall } from '../_shared/call-limit.ts'
import { asService, type Caller, hasServiceKey, identify } from '../_shared/caller.ts'
import { idOfNetwork } from '../_shared/network.ts'
import { serveOpenJson } from '../_shared/serve-json.ts'
import { exchange } from './exchange.ts'

const bodySchema = z.union([
  z.object({ connect: z.literal(true) }),
  z.object({ message: z.string().min(1).max(200).optional() }),
])

/**
 * Sends and receives electronic invoices through the access point. `{}` of the clock, and of the access point itself, which
 * may name a `message`: does what is due. What an unknown caller says is a hint: only the access point is believed.
 * `{ connect: true }` of an admin: asks the access point who it is, `{ name, isTest }`; `name` is null where none is set up.
 */
serveOpenJson({ maximumBytes: 8 * 1024 }, async (body, request) => {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) throw new Refusal(400, 'invalid_body', 'Please say which message it is about.')
  if ('connect' in parsed.data) return answer(await connect(await identify(request)))
  if (!(await hasServiceKey(request)))
    await takeCall('electronic-network', { id: await idOfNetwork(request) }, { perMinute: 60, perDay: 20_000 })
  const point = accessPoint()
  if (!point) return answer({ sent: 0, held: 0, asked: 0, received: 0 })
  return answer(await exchange(asService(), point, parsed.data.message ?? null))
})

const roleSchema = z.object({ role: z.string() }).nullable()

async function connect({ id, asCaller }: Caller): Promise<{ name: string | null; isTest: boolean }> {
  const { data } = await asCaller.from('user_roles').select('role').eq('user_id', id).maybeSingle()
  if (roleSchema.parse(data)?.role !== 'admin') throw forbidden()
  await takeCall('electronic-network-connect', { id }, { perMinute: 6, perDay: 200 })
  const point = accessPoint()
  try {
    const account = point ? await point.account() : { name: null, isTest: false }
    await asService().rpc('connect_network', { p_name: account.name, p_is_test: account.isTest }).throwOnError()
    return account
  } catch (problem) {
    if (problem instanceof AccessPointAway)
      throw new Refusal(502, 'access_point_away', `${problem.message}. Nothing was changed.`)
    throw problem
  }
}
