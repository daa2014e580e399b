import type { Caller } from '../contracts.ts'
import { readJson } from './json-body.ts'
import { listObjects, listObjectsV2, listRequest, listV2Request } from './list-objects.ts'
import { bucketOfPath, splitObjectPath } from './object-name.ts'
import { asCaller, findBucket, findObject, type Operation, type StoredObject } from './objects.ts'
import { serveObject } from './serve-object.ts'
import { noSuchBucket, noSuchKey } from './storage-error.ts'
import type { Call, StorageParts } from './storage-parts.ts'

/** An object that the policies show to the caller; otherwise it counts as missing. */
export async function visibleObject(
  { engine }: StorageParts,
  caller: Caller,
  operation: Operation,
  bucket: string,
  key: string,
): Promise<StoredObject> {
  const object = await asCaller(engine, caller, operation, (tx) => findObject(tx, bucket, key))
  if (!object) throw noSuchKey()
  return object
}

/** Routes that answer with an object, its metadata, or a list. */
export function readingRoutes(parts: StorageParts) {
  const { engine, store, tokens } = parts

  /** An object of a public bucket, without policies. A private bucket looks like a missing one. */
  const published = async (bucket: string, key: string): Promise<StoredObject> => {
    if (!(await findBucket(engine, bucket)).public) throw noSuchBucket()
    const object = await findObject(engine, bucket, key)
    if (!object) throw noSuchKey()
    return object
  }

  const readable = async ({ caller, rest }: Call): Promise<StoredObject> => {
    const { bucket, key } = splitObjectPath(rest)
    const open = (await findBucket(engine, bucket)).public
    return open ? published(bucket, key) : visibleObject(parts, caller, 'storage.object.get_authenticated', bucket, key)
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

  return { list, listV2, serve, servePublished, serveSigned, info, infoPublished }
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
