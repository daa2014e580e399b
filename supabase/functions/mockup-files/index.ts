import { z } from 'zod'
import { Refusal } from '../_shared/answers.ts'
import { takeCall, takeGuess } from '../_shared/call-limit.ts'
import { asService } from '../_shared/caller.ts'
import { serveOpenJson } from '../_shared/serve-json.ts'
import { signedAddresses } from '../_shared/signed-addresses.ts'

const bodySchema = z.object({ uuid: z.guid() })
const factsSchema = z.object({
  jobs: z.array(
    z.object({
      versions: z.array(z.object({ pages: z.array(z.object({ path: z.string(), thumb_path: z.string() })) })),
    }),
  ),
})

/**
 * `{ uuid } → { files: { path: address } }`: the addresses of all mockup pages that a quotation's link shows. A closed
 * and an unknown link give the same answer (404).
 */
serveOpenJson({ maximumBytes: 1024 }, async (body, request) => {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) throw new Refusal(400, 'invalid_body', 'Please send the uuid of the link.')
  const uuid = parsed.data.uuid.toLowerCase()
  await takeGuess('mockup-files', request)
  const service = asService()
  const { data } = await service.rpc('get_public_mockups', { p_uuid: uuid, p_visit: 'files' }).throwOnError()
  if (data === null) throw new Refusal(404, 'not_found', 'This link does not open anything any more.')
  await takeCall('mockup-files', { id: uuid }, { perMinute: 60, perDay: 5000 })
  const pages = factsSchema.parse(data).jobs.flatMap((job) => job.versions.flatMap((version) => version.pages))
  const paths = pages.flatMap((page) => [page.path, page.thumb_path])
  return signedAddresses(service, 'mockups', paths)
})
