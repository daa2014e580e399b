import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Caller, Engine, Keys, Service } from '../contracts.ts'
import { discardRest } from './body-chunks.ts'
import { bucketChange, createBuckets, newBucketRequest } from './buckets.ts'
import { createByteStore } from './byte-store.ts'
import { readJson } from './json-body.ts'
import { listObjects, listObjectsV2, listRequest, listV2Request } from './list-objects.ts'
import { bucketOfPath, checkedBucket, checkedKey, splitObjectPath } from './object-name.ts'
import {
  asCaller,
  deleteObjects,
  findBucket,
  findObject,
  type Operation,
  probe,
  renameObject,
  type StoredObject,
  writeObject,
} from './objects.ts'
import { serveObject } from './serve-object.ts'
import { createTokens } from './signed-token.ts'
import { asStorageError, noSuchBucket, noSuchKey, noSuchRoute, StorageError } from './storage-error.ts'
import { callerAsWriter, keepBytesOnlyWithRow, linkAsWriter, refuseMisfit, uploadObject } from './upload-object.ts'

const day = 24 * 60 * 60
/** A link outlives the right that it was made with, so it may not live for ever. */
const longestLink = 7 * day
const uploadLinkLife = 2 * 60 * 60

const expiresIn = z.number().int().min(1).max(longestLink)
const signRequest = z.object({ expiresIn })
const signManyRequest = z.object({ expiresIn, paths: z.array(z.string()).max(1000) })
const removeRequest = z.object({ prefixes: z.array(z.string()).max(1000) })
const moveRequest = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
})

type Call = { request: Request; caller: Caller; rest: string }
type Route = [method: string, path: RegExp, answer: (call: Call) => Promise<Response>]

/**
 * The storage API under `/storage/v1/`, as supabase-js speaks it. Rows of `storage.objects` are written and read as
 * the caller, so its policies decide; bytes lie under `directory`. `now` (milliseconds) dates and judges signed links.
 */
export function createStorage(options: { engine: Engine; keys: Keys; directory: string; now?: () => number }): Service {
  const { engine } = options
  const store = createByteStore(options.directory)
  const tokens = createTokens(options.keys.jwtSecret, options.now ?? Date.now)
  const buckets = createBuckets(engine, async (versions) => {
    for (const version of versions) await store.remove(version)
  })
  const ready = store.prepare()
  ready.catch(() => {})

  const visible = async (caller: Caller, operation: Operation, bucket: string, key: string): Promise<StoredObject> => {
    const object = await asCaller(engine, caller, operation, (tx) => findObject(tx, bucket, key))
    if (!object) throw noSuchKey()
    return object
  }

  /** An object of a public bucket, whatever the policies say; a private bucket looks like none. */
  const published = async (bucket: string, key: string): Promise<StoredObject> => {
    if (!(await findBucket(engine, bucket)).public) throw noSuchBucket()
    const object = await findObject(engine, bucket, key)
    if (!object) throw noSuchKey()
    return object
  }

  const readable = async ({ caller, rest }: Call): Promise<StoredObject> => {
    const { bucket, key } = splitObjectPath(rest)
    const open = (await findBucket(engine, bucket)).public
    return open ? published(bucket, key) : visible(caller, 'storage.object.get_authenticated', bucket, key)
  }

  const serve = async (call: Call) => serveObject(call.request, await readable(call), store, 'bearer')

  const servePublished = async ({ request, rest }: Call) => {
    const { bucket, key } = splitObjectPath(rest)
    return serveObject(request, await published(bucket, key), store, 'public')
  }

  const serveSigned = async ({ request, rest }: Call) => {
    const { bucket, key } = splitObjectPath(rest)
    tokens.verify('download', `${bucket}/${key}`, new URL(request.url).searchParams.get('token') ?? '')
    const object = await findObject(engine, bucket, key)
    if (!object) throw noSuchKey()
    return serveObject(request, object, store, 'link')
  }

  const info = async (call: Call) => Response.json(described(await readable(call)))

  const infoPublished = async ({ rest }: Call) => {
    const { bucket, key } = splitObjectPath(rest)
    return Response.json(described(await published(bucket, key)))
  }

  const upload = async ({ request, caller, rest }: Call) => {
    const replaces = request.method === 'PUT'
    const operation = replaces ? 'storage.object.upload_update' : 'storage.object.upload'
    const upsert = replaces || request.headers.get('x-upsert') === 'true'
    const writer = callerAsWriter(engine, caller, operation)
    return Response.json(await uploadObject(engine, store, request, writer, { ...splitObjectPath(rest), upsert }))
  }

  const signUpload = async ({ request, caller, rest }: Call) => {
    const { bucket, key } = splitObjectPath(rest)
    await findBucket(engine, bucket)
    const upsert = request.headers.get('x-upsert') === 'true'
    const draft = { id: randomUUID(), bucket_id: bucket, name: key, version: randomUUID(), user_metadata: null }
    const metadata = { eTag: '', size: 0, mimetype: '', cacheControl: '', lastModified: '', contentLength: 0 }
    await probe(engine, caller, 'storage.object.sign_upload_url', (tx) =>
      writeObject(tx, { ...draft, metadata: { ...metadata, httpStatusCode: 200 } }, caller.userId, upsert),
    )
    const token = tokens.sign('upload', `${bucket}/${key}`, uploadLinkLife, { owner: caller.userId, upsert })
    return Response.json({ url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token })
  }

  const uploadSigned = async ({ request, rest }: Call) => {
    const { bucket, key } = splitObjectPath(rest)
    const token = new URL(request.url).searchParams.get('token') ?? ''
    const { owner, upsert } = tokens.verify('upload', `${bucket}/${key}`, token)
    const writer = linkAsWriter(engine, owner)
    return Response.json(await uploadObject(engine, store, request, writer, { bucket, key, upsert }))
  }

  const signedPath = (bucket: string, key: string, life: number) =>
    `/object/sign/${bucket}/${key}?token=${tokens.sign('download', `${bucket}/${key}`, life, { owner: null, upsert: false })}`

  const sign = async ({ request, caller, rest }: Call) => {
    const { bucket, key } = splitObjectPath(rest)
    const wanted = await readJson(request, signRequest)
    await visible(caller, 'storage.object.sign', bucket, key)
    return Response.json({ signedURL: signedPath(bucket, key, wanted.expiresIn) })
  }

  const signMany = async ({ request, caller, rest }: Call) => {
    const bucket = bucketOfPath(rest)
    const wanted = await readJson(request, signManyRequest)
    const seen = await asCaller(engine, caller, 'storage.object.sign_many', async (tx) => {
      const { rows } = await tx.query<{ name: string }>(
        `select name from storage.objects where bucket_id = $1 and version is not null
         and name in (select jsonb_array_elements_text($2::text::jsonb))`,
        [bucket, JSON.stringify(wanted.paths)],
      )
      return new Set(rows.map((row) => row.name))
    })
    const missing = 'Either the object does not exist or you do not have access to it'
    return Response.json(
      wanted.paths.map((path) =>
        seen.has(path)
          ? { error: null, path, signedURL: signedPath(bucket, path, wanted.expiresIn) }
          : { error: missing, path, signedURL: null },
      ),
    )
  }

  const list = async ({ request, caller, rest }: Call) => {
    const bucket = bucketOfPath(rest)
    const wanted = await readJson(request, listRequest)
    return Response.json(await asCaller(engine, caller, 'storage.object.list', (tx) => listObjects(tx, bucket, wanted)))
  }

  const listV2 = async ({ request, caller, rest }: Call) => {
    const bucket = bucketOfPath(rest)
    const wanted = await readJson(request, listV2Request)
    return Response.json(
      await asCaller(engine, caller, 'storage.object.list_v2', (tx) => listObjectsV2(tx, bucket, wanted)),
    )
  }

  const removeMany = async ({ request, caller, rest }: Call) => {
    const bucket = bucketOfPath(rest)
    const { prefixes } = await readJson(request, removeRequest)
    const removed = await asCaller(engine, caller, 'storage.object.delete_many', (tx) =>
      deleteObjects(tx, bucket, prefixes),
    )
    for (const object of removed) await store.remove(object.version)
    return Response.json(removed)
  }

  const removeOne = async ({ caller, rest }: Call) => {
    const { bucket, key } = splitObjectPath(rest)
    const [removed] = await asCaller(engine, caller, 'storage.object.delete', (tx) => deleteObjects(tx, bucket, [key]))
    if (!removed) throw noSuchKey()
    await store.remove(removed.version)
    return Response.json({ message: 'Successfully deleted' })
  }

  const relocation = async (request: Request) => {
    const wanted = await readJson(request, moveRequest)
    const destination = await findBucket(engine, checkedBucket(wanted.destinationBucket ?? wanted.bucketId))
    const target = checkedKey(wanted.destinationKey)
    return { source: checkedBucket(wanted.bucketId), key: checkedKey(wanted.sourceKey), destination, target }
  }

  const move = async ({ request, caller }: Call) => {
    const { source, key, destination, target } = await relocation(request)
    await asCaller(engine, caller, 'storage.object.move', async (tx) => {
      const object = await findObject(tx, source, key)
      if (!object) throw noSuchKey()
      refuseMisfit(destination, object.metadata)
      await renameObject(tx, object, destination.id, target)
    })
    return Response.json({ message: 'Successfully moved' })
  }

  const copy = async ({ request, caller }: Call) => {
    const { source, key, destination, target } = await relocation(request)
    const original = await visible(caller, 'storage.object.copy', source, key)
    refuseMisfit(destination, original.metadata)
    const draft = { ...original, id: randomUUID(), bucket_id: destination.id, name: target }
    await probe(engine, caller, 'storage.object.copy', (tx) => writeObject(tx, draft, caller.userId, false))
    const version = await store.copy(original.version)
    await keepBytesOnlyWithRow(store, version, () =>
      asCaller(engine, caller, 'storage.object.copy', (tx) =>
        writeObject(tx, { ...draft, version }, caller.userId, false),
      ),
    )
    return Response.json({ Id: draft.id, Key: `${destination.id}/${target}` })
  }

  const noImages = async (): Promise<Response> => {
    throw new StorageError(400, 'FeatureNotEnabled', 'Image transformation is not part of this server')
  }

  /** The first that fits answers; `rest` is what the pattern captured. */
  const routes: Route[] = [
    ['GET', /^bucket$/, async ({ caller }) => Response.json(await buckets.list(caller))],
    [
      'POST',
      /^bucket$/,
      async ({ caller, request }) =>
        Response.json(await buckets.create(caller, await readJson(request, newBucketRequest))),
    ],
    ['POST', /^bucket\/([^/]+)\/empty$/, async ({ caller, rest }) => Response.json(await buckets.empty(caller, rest))],
    ['GET', /^bucket\/([^/]+)$/, async ({ caller, rest }) => Response.json(await buckets.get(caller, rest))],
    [
      'PUT',
      /^bucket\/([^/]+)$/,
      async ({ caller, rest, request }) =>
        Response.json(await buckets.update(caller, rest, await readJson(request, bucketChange))),
    ],
    ['DELETE', /^bucket\/([^/]+)$/, async ({ caller, rest }) => Response.json(await buckets.remove(caller, rest))],
    ['POST', /^object\/list\/([^/]+)$/, list],
    ['POST', /^object\/list-v2\/([^/]+)$/, listV2],
    ['POST', /^object\/move$/, move],
    ['POST', /^object\/copy$/, copy],
    ['POST', /^object\/upload\/sign\/(.+)$/, signUpload],
    ['PUT', /^object\/upload\/sign\/(.+)$/, uploadSigned],
    ['POST', /^object\/sign\/([^/]+)$/, signMany],
    ['POST', /^object\/sign\/(.+)$/, sign],
    ['GET', /^object\/sign\/(.+)$/, serveSigned],
    ['GET', /^object\/public\/(.+)$/, servePublished],
    ['GET', /^object\/info\/public\/(.+)$/, infoPublished],
    ['GET', /^object\/info\/(?:authenticated\/)?(.+)$/, info],
    ['GET', /^object\/authenticated\/(.+)$/, serve],
    ['GET', /^render\/image\/(.+)$/, noImages],
    ['DELETE', /^object\/([^/]+)$/, removeMany],
    ['DELETE', /^object\/(.+)$/, removeOne],
    ['POST', /^object\/(.+)$/, upload],
    ['PUT', /^object\/(.+)$/, upload],
    ['GET', /^object\/(.+)$/, serve],
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
    handle: async (request, { caller }) => {
      const response = await answer(request, caller).catch((failure: unknown) => asStorageError(failure).toResponse())
      if (!(await discardRest(request))) response.headers.set('connection', 'close')
      return response
    },
  }
}

/** Supabase's answer to `info()`. */
function described({ metadata, user_metadata, ...object }: StoredObject) {
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: user_metadata,
    last_modified: metadata.lastModified,
    created_at: object.created_at,
  }
}
