import { z } from 'zod'
import { Refusal } from '../_shared/answers.ts'
import { takeCall, takeGuess } from '../_shared/call-limit.ts'
import { asService } from '../_shared/caller.ts'
import { serveOpenJson } from '../_shared/serve-json.ts'
import { signedAddresses } from '../_shared/signed-addresses.ts'

const bodySchema = z.object({ uuid: z.guid(), visit: z.string().max(100) })
const factsSchema = z.object({ lines: z.array(z.object({ picture_path: z.string().nullable() })) })

/**
 * `{ uuid, visit } → { files: { path: address } }`: the addresses of the line pictures that a quotation's link shows. A
 * closed and an unknown link give the same answer (404).
 */
serveOpenJson({ maximumBytes: 1024 }, async (body, request) => {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) throw new Refusal(400, 'invalid_body', 'Please send the uuid of the link and the visit.')
  const uuid = parsed.data.uuid.toLowerCase()
  await takeGuess('quotation-pictures', request)
  const service = asService()
  const { data } = await service
    .rpc('get_public_quotation', { p_uuid: uuid, p_visit: parsed.data.visit })
    .throwOnError()
  if (data === null) throw new Refusal(404, 'not_found', 'This link does not open anything any more.')
  await takeCall('quotation-pictures', { id: uuid }, { perMinute: 60, perDay: 5000 })
  const paths = factsSchema.parse(data).lines.flatMap(({ picture_path }) => picture_path ?? [])
  return signedAddresses(service, 'line-pictures', [...new Set(paths)])
})
