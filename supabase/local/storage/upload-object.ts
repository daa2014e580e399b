import { randomUUID } from 'node:crypto'
import type { Caller, Engine, Queryable } from '../contracts.ts'
import type { ByteStore, StoredBytes } from './byte-store.ts'
import {
  asCaller,
  type Bucket,
  findBucket,
  type NewObject,
  type ObjectMetadata,
  type Operation,
  probe,
  writeObject,
} from './objects.ts'
import type { StorageParts } from './storage-parts.ts'
import { accessDenied, invalidMimeType, tooLarge } from './storage-error.ts'
import { readUpload, refuseAnnouncedSize, type Upload } from './upload-body.ts'

/** The size limit of buckets without one, as in `config.toml`. */
const defaultSizeLimit = 50 * 1024 * 1024

/** The owner of a new row: the caller, or the signer of an upload link. */
export type Writer = {
  owner: string | null
  mayWrite: (write: (tx: Queryable) => Promise<unknown>) => Promise<void>
  write: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>
}

export function callerAsWriter(engine: Engine, caller: Caller, operation: Operation): Writer {
  return {
    owner: caller.userId,
    mayWrite: (write) => probe(engine, caller, operation, write),
    write: (work) => asCaller(engine, caller, operation, work),
  }
}

/**
 * The right was checked when the link was signed, and is checked again: it may have been removed since, or the account
 * deleted.
 */
export function linkAsWriter(engine: Engine, owner: string | null): Writer {
  return {
    owner,
    mayWrite: async (write) => {
      if (owner === null) return
      const { rows } = await engine.query('select 1 from auth.users where id = $1 and banned_until > now()', [owner])
      if (rows.length > 0) throw accessDenied()
      const signer: Caller = { role: 'authenticated', userId: owner, claims: { sub: owner, role: 'authenticated' } }
      await probe(engine, signer, 'storage.object.sign_upload_url', write)
    },
    write: engine.transaction,
  }
}

/**
 * Stores one uploaded file. First the policies are asked, then the bytes are written, pictures among them are read to their
 * end, then the row is written: so nobody without the right can fill the disk, no transaction waits for a slow sender, and a
 * failure leaves neither row nor bytes.
 */
export async function uploadObject(
  parts: StorageParts,
  request: Request,
  writer: Writer,
  target: Target,
): Promise<{ Id: string; Key: string }> {
  const bucket = await findBucket(parts.engine, target.bucket)
  const limit = limitOf(bucket)
  refuseAnnouncedSize(request, limit)
  await refuseWriter(writer, target)
  const upload = await readUpload(request)
  refuseType(bucket, upload.contentType)
  const bytes = await parts.store.receive(upload.chunks, limit)
  return storeUploaded(parts, writer, target, bytes, upload)
}

export type Target = { bucket: string; key: string; upsert: boolean }

/** The most bytes of a file in a bucket. */
export const limitOf = ({ file_size_limit: limit }: Bucket): number => limit ?? defaultSizeLimit

/** Throws where the policies would not let it write there. */
export function refuseWriter(writer: Writer, { bucket, key, upsert }: Target): Promise<void> {
  const draft = { id: randomUUID(), bucket_id: bucket, name: key, user_metadata: null }
  const nothing = { version: draft.id, size: 0, etag: '' }
  return writer.mayWrite((tx) => writeObject(tx, { ...draft, ...described(nothing, '', '') }, writer.owner, upsert))
}

/** Makes an object of bytes that are on the disk; they go away again where it is refused. */
export async function storeUploaded(
  { engine, store, checkPicture }: StorageParts,
  writer: Writer,
  target: Target,
  bytes: StoredBytes,
  said: Pick<Upload, 'contentType' | 'cacheControl' | 'userMetadata'>,
): Promise<{ Id: string; Key: string }> {
  const id = randomUUID()
  const { userMetadata: user_metadata, cacheControl } = said
  const replaced = await keepBytesOnlyWithRow(store, bytes.version, async () => {
    const bucket = await findBucket(engine, target.bucket)
    refuseType(bucket, said.contentType)
    const contentType = await checkPicture(bytes.version, said.contentType, (type) => isTaken(bucket, type))
    refuseType(bucket, contentType)
    const draft = { id, bucket_id: bucket.id, name: target.key, user_metadata }
    const object: NewObject = { ...draft, ...described(bytes, contentType, cacheControl) }
    return writer.write((tx) => writeObject(tx, object, writer.owner, target.upsert))
  })
  if (replaced !== null) await store.remove(replaced)
  return { Id: id, Key: `${target.bucket}/${target.key}` }
}

/** Removes bytes again when their row could not be written. */
export async function keepBytesOnlyWithRow<T>(store: ByteStore, version: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (failure) {
    await store.remove(version)
    throw failure
  }
}

/** Refuses an object that a bucket would not have taken as an upload. */
export function refuseMisfit(bucket: Bucket, metadata: ObjectMetadata): void {
  refuseType(bucket, metadata.mimetype)
  if (metadata.size > (bucket.file_size_limit ?? defaultSizeLimit)) throw tooLarge()
}

function refuseType(bucket: Bucket, contentType: string): void {
  const essence = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const wellFormed = /^[\w.+-]+\/[\w.+-]+\s*(;[\x20-\x7e]*)?$/.test(contentType)
  if (!wellFormed || !isTaken(bucket, essence)) throw invalidMimeType(essence)
}

/** True when a bucket accepts files of a type. A bucket without a list accepts any. */
function isTaken({ allowed_mime_types: allowed }: Bucket, type: string): boolean {
  const fits = (pattern: string) => (pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type)
  return !allowed || allowed.length === 0 || allowed.some((pattern) => fits(pattern.toLowerCase()))
}

function described(
  { version, size, etag }: StoredBytes,
  mimetype: string,
  cacheControl: string,
): { version: string; metadata: ObjectMetadata } {
  const lastModified = new Date().toISOString()
  const metadata = { eTag: etag, size, mimetype, cacheControl, lastModified, contentLength: size }
  return { version, metadata: { ...metadata, httpStatusCode: 200 } }
}
