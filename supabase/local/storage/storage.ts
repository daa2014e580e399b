import { alone, type Peers } from '../cluster/peers.ts'
import type { Caller, Engine, Keys, Service } from '../contracts.ts'
import type { DiskSpaceGuard } from '../disk-space-guard.ts'
import { discardRest } from './body-chunks.ts'
import { bucketRoutes } from './buckets.ts'
import { createByteStore } from './byte-store.ts'
import { PartialStore } from './partial-store.ts'
import { pictureChecks } from './checked-picture.ts'
import { linkRoutes } from './link-routes.ts'
import { readingRoutes } from './reading-routes.ts'
import { resumableRoutes } from './resumable-routes.ts'
import { createTokens } from './signed-token.ts'
import { asStorageError, noSuchRoute, StorageError } from './storage-error.ts'
import type { Call } from './storage-parts.ts'
import { writingRoutes } from './writing-routes.ts'

type Route = [method: string, path: RegExp, answer: (call: Call) => Promise<Response>]

/**
 * The storage API under `/storage/v1/`, as supabase-js uses it. Rows of `storage.objects` are read and written as the
 * caller, so policies apply; bytes are under `directory`. `now` (milliseconds) dates and checks signed links.
 */
export function createStorage(options: {
  engine: Engine
  /** Other servers on the same database and folder; without them it is alone. */
  peers?: Peers
  keys: Keys
  directory: string
  now?: () => number
  room?: DiskSpaceGuard | undefined
}): Service {
  const { peers = alone } = options
  const store = createByteStore(options.directory, options.room, peers.isShared)
  const tokens = createTokens(options.keys.jwtSecret, options.now ?? Date.now)
  const parts = { engine: options.engine, store, tokens, checkPicture: pictureChecks(store) }
  const buckets = bucketRoutes(parts)
  const reading = readingRoutes(parts)
  const writing = writingRoutes(parts)
  const links = linkRoutes(parts)
  const now = options.now ?? Date.now
  const partials = new PartialStore(options.directory, now, options.room, peers.isShared)
  const resumable = resumableRoutes(parts, partials, now, peers)
  const ready = Promise.all([store.prepare(), partials.prepare()])
  ready.catch(() => {})

  /** The first matching route answers; `rest`: the captured part of the path. */
  const routes: Route[] = [
    ['GET', /^bucket$/, buckets.listBuckets],
    ['POST', /^bucket$/, buckets.createBucket],
    ['POST', /^bucket\/([^/]+)\/empty$/, buckets.emptyBucket],
    ['GET', /^bucket\/([^/]+)$/, buckets.getBucket],
    ['PUT', /^bucket\/([^/]+)$/, buckets.updateBucket],
    ['DELETE', /^bucket\/([^/]+)$/, buckets.removeBucket],
    ['POST', /^object\/list\/([^/]+)$/, reading.list],
    ['POST', /^object\/list-v2\/([^/]+)$/, reading.listV2],
    ['POST', /^object\/move$/, writing.move],
    ['POST', /^object\/copy$/, writing.copy],
    ['POST', /^object\/upload\/sign\/(.+)$/, links.signUpload],
    ['PUT', /^object\/upload\/sign\/(.+)$/, links.uploadSigned],
    ['POST', /^object\/sign\/([^/]+)$/, links.signMany],
    ['POST', /^object\/sign\/(.+)$/, links.sign],
    ['GET', /^object\/sign\/(.+)$/, reading.serveSigned],
    ['GET', /^object\/public\/(.+)$/, reading.servePublished],
    ['GET', /^object\/info\/public\/(.+)$/, reading.infoPublished],
    ['GET', /^object\/info\/(?:authenticated\/)?(.+)$/, reading.info],
    ['GET', /^object\/authenticated\/(.+)$/, reading.serve],
    ['POST', /^upload\/resumable$/, resumable.begin],
    ['POST', /^upload\/resumable\/sign$/, resumable.beginSigned],
    ['PATCH', /^upload\/resumable\/(?:sign\/)?([^/]+)$/, resumable.add],
    ['GET', /^upload\/resumable\/(?:sign\/)?([^/]+)$/, resumable.state],
    ['DELETE', /^upload\/resumable\/(?:sign\/)?([^/]+)$/, resumable.giveUp],
    ['GET', /^render\/image\/(.+)$/, refuseTransformation],
    ['DELETE', /^object\/([^/]+)$/, writing.removeMany],
    ['DELETE', /^object\/(.+)$/, writing.removeOne],
    ['POST', /^object\/(.+)$/, writing.upload],
    ['PUT', /^object\/(.+)$/, writing.upload],
    ['GET', /^object\/(.+)$/, reading.serve],
  ]

  const answer = async (request: Request, caller: Caller): Promise<Response> => {
    await ready
    const path = new URL(request.url).pathname.replace(/^\/storage\/v1\//, '')
    const method = request.method === 'HEAD' ? 'GET' : request.method
    for (const [verb, pattern, answerTo] of routes) {
      const found = verb === method ? pattern.exec(path) : null
      if (found) return answerTo({ request, caller, rest: found[1] ?? '' })
    }
    throw noSuchRoute()
  }

  return {
    close: resumable.close,
    handle: async (request, { caller }) => {
      const response = await answer(request, caller).catch(refusal)
      if (!(await discardRest(request))) response.headers.set('connection', 'close')
      return response
    },
  }
}

/** Expected errors are sent to the caller; unexpected ones only to the log. */
function refusal(failure: unknown): Response {
  const known = asStorageError(failure)
  if (known.status === 500) process.stderr.write(`Storage: ${failure instanceof Error ? failure.stack : failure}\n`)
  return known.toResponse()
}

async function refuseTransformation(): Promise<Response> {
  throw new StorageError(400, 'FeatureNotEnabled', 'Image transformation is not part of this server')
}
