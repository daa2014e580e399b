import type { Caller, Engine, Queryable } from '../contracts.ts'
import { accessDenied, noSuchBucket } from './storage-error.ts'

export type ObjectMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
}

export type StoredObject = {
  id: string
  name: string
  bucket_id: string
  owner: string | null
  owner_id: string | null
  version: string
  metadata: ObjectMetadata
  user_metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  last_accessed_at: string
}

export type Bucket = {
  id: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

/** The value of `storage.operation()` in policies. */
export type Operation =
  | 'storage.object.upload'
  | 'storage.object.upload_update'
  | 'storage.object.get_authenticated'
  | 'storage.object.sign'
  | 'storage.object.sign_many'
  | 'storage.object.sign_upload_url'
  | 'storage.object.list'
  | 'storage.object.list_v2'
  | 'storage.object.delete'
  | 'storage.object.delete_many'
  | 'storage.object.move'
  | 'storage.object.copy'

export type NewObject = Pick<StoredObject, 'id' | 'bucket_id' | 'name' | 'version' | 'metadata' | 'user_metadata'>

const objectColumns =
  'id, name, bucket_id, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at'

/** Runs statements on `storage.objects` as the caller, so that the policies decide. */
export function asCaller<T>(
  engine: Engine,
  caller: Caller,
  operation: Operation,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return engine.asCaller(caller, work, { 'storage.operation': operation })
}

/** The limits and visibility of a bucket. They are not secret: every upload reveals them. */
export async function findBucket(engine: Engine, id: string): Promise<Bucket> {
  const { rows } = await engine.query<Bucket>(
    'select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
    [id],
  )
  const [bucket] = rows
  if (!bucket) throw noSuchBucket()
  return bucket
}

export async function findObject(tx: Queryable, bucket: string, name: string): Promise<StoredObject | null> {
  const { rows } = await tx.query<StoredObject>(
    `select ${objectColumns} from storage.objects where bucket_id = $1 and name = $2 and version is not null`,
    [bucket, name],
  )
  return rows[0] ?? null
}

/**
 * Inserts the row; with `upsert` it replaces one that the caller may update. Returns the version whose bytes are no
 * longer referenced. It uses no `returning`, because a caller who may upload need not be able to read.
 */
export async function writeObject(
  tx: Queryable,
  object: NewObject,
  owner: string | null,
  upsert: boolean,
): Promise<string | null> {
  const replaced = upsert
    ? await tx.query<{ version: string | null }>(
        'select version from storage.objects where bucket_id = $1 and name = $2 for update',
        [object.bucket_id, object.name],
      )
    : { rows: [] }
  const conflict = `on conflict (bucket_id, name) do update set
    version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`
  await tx.query(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
     values ($1, $2, $3, $4::text::uuid, $4, $5, $6::text::jsonb, $7::text::jsonb) ${upsert ? conflict : ''}`,
    [
      object.id,
      object.bucket_id,
      object.name,
      owner,
      object.version,
      JSON.stringify(object.metadata),
      object.user_metadata === null ? null : JSON.stringify(object.user_metadata),
    ],
  )
  return replaced.rows[0]?.version ?? null
}

/** Asks the policies whether a write would be allowed, and takes it back. */
export async function probe(
  engine: Engine,
  caller: Caller,
  operation: Operation,
  write: (tx: Queryable) => Promise<unknown>,
): Promise<void> {
  const allowed = new Error('allowed')
  await asCaller(engine, caller, operation, async (tx) => {
    await write(tx)
    throw allowed
  }).catch((failure: unknown) => {
    if (failure !== allowed) throw failure
  })
}

/** Deletes the objects that the caller may delete, and returns their rows. */
export async function deleteObjects(tx: Queryable, bucket: string, names: readonly string[]): Promise<StoredObject[]> {
  const { rows } = await tx.query<StoredObject>(
    `delete from storage.objects
     where bucket_id = $1 and name in (select jsonb_array_elements_text($2::text::jsonb)) returning ${objectColumns}`,
    [bucket, JSON.stringify(names)],
  )
  return rows
}

/** Renames a row that the caller can see; refused when no policy lets the caller update it. */
export async function renameObject(tx: Queryable, object: StoredObject, bucket: string, name: string): Promise<void> {
  const { affectedRows } = await tx.query(
    'update storage.objects set bucket_id = $2, name = $3, updated_at = now() where id = $1',
    [object.id, bucket, name],
  )
  if (affectedRows !== 1) throw accessDenied()
}
