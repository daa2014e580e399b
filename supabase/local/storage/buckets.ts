import { z } from 'zod'
import type { Queryable } from '../contracts.ts'
import { readJson } from './json-body.ts'
import { bucketOfPath, checkedBucket } from './object-name.ts'
import { asStorageError, bucketNotEmpty, invalidRequest, noSuchBucket } from './storage-error.ts'
import type { Call, StorageParts } from './storage-parts.ts'

const units = new Map([
  ['b', 1],
  ['kb', 1000],
  ['mb', 1000 ** 2],
  ['gb', 1000 ** 3],
  ['kib', 1024],
  ['mib', 1024 ** 2],
  ['gib', 1024 ** 3],
])

const settings = z.object({
  public: z.boolean().optional(),
  file_size_limit: z.union([z.number().int().min(0), z.string().max(20)]).nullish(),
  allowed_mime_types: z.array(z.string().regex(/^[\w.+-]+\/([\w.+-]+|\*)$/)).nullish(),
})
const newBucketRequest = settings.extend({ name: z.string(), id: z.string().optional() })

const columns =
  'id, name, owner, public, avif_autodetection, file_size_limit, allowed_mime_types, created_at, updated_at'

/** Bucket routes. Every statement runs as the caller: only the service key, or who a policy names, sees or changes one. */
export function bucketRoutes({ engine, store }: StorageParts) {
  const existing = async (tx: Queryable, id: string) => {
    const { rows } = await tx.query(`select ${columns} from storage.buckets where id = $1`, [id])
    const [bucket] = rows
    if (!bucket) throw noSuchBucket()
    return bucket
  }

  const listBuckets = ({ caller }: Call) =>
    engine.asCaller(caller, async (tx) => {
      const { rows } = await tx.query(`select ${columns} from storage.buckets order by name`)
      return Response.json(rows)
    })

  const getBucket = ({ caller, rest }: Call) =>
    engine.asCaller(caller, async (tx) => Response.json(await existing(tx, bucketOfPath(rest))))

  const createBucket = async ({ request, caller }: Call) => {
    const wanted = await readJson(request, newBucketRequest)
    const id = checkedBucket(wanted.id ?? wanted.name)
    const name = checkedBucket(wanted.name)
    const limit = bytesOf(wanted.file_size_limit)
    await engine
      .asCaller(caller, (tx) =>
        tx.query(
          `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
           values ($1, $2, $3::text::uuid, $3, $4, $5::text::bigint, ${textArray('$6')})`,
          [id, name, caller.userId, wanted.public ?? false, limit, json(wanted.allowed_mime_types)],
        ),
      )
      .catch((failure: unknown) => {
        throw asStorageError(failure, 'BucketAlreadyExists')
      })
    return Response.json({ name: id })
  }

  const updateBucket = async ({ request, caller, rest }: Call) => {
    const change = await readJson(request, settings)
    const id = bucketOfPath(rest)
    const setsLimit = change.file_size_limit !== undefined
    const setsTypes = change.allowed_mime_types !== undefined
    await engine.asCaller(caller, async (tx) => {
      await existing(tx, id)
      await tx.query(
        `update storage.buckets set updated_at = now(), public = coalesce($2, public),
           file_size_limit = case when $3 then $4::text::bigint else file_size_limit end,
           allowed_mime_types = case when $5 then ${textArray('$6')} else allowed_mime_types end
         where id = $1`,
        [
          id,
          change.public ?? null,
          setsLimit,
          bytesOf(change.file_size_limit),
          setsTypes,
          json(change.allowed_mime_types),
        ],
      )
    })
    return Response.json({ message: 'Successfully updated' })
  }

  const emptyBucket = async ({ caller, rest }: Call) => {
    const id = bucketOfPath(rest)
    const { rows } = await engine.asCaller(caller, async (tx) => {
      await existing(tx, id)
      return tx.query<{ version: string | null }>(
        'delete from storage.objects where bucket_id = $1 returning version',
        [id],
      )
    })
    for (const { version } of rows) if (version !== null) await store.remove(version)
    return Response.json({ message: 'Successfully emptied' })
  }

  const removeBucket = ({ caller, rest }: Call) =>
    engine.asCaller(caller, async (tx) => {
      const id = bucketOfPath(rest)
      await existing(tx, id)
      const { rows } = await tx.query('select from storage.objects where bucket_id = $1 limit 1', [id])
      if (rows.length > 0) throw bucketNotEmpty()
      await tx.query('delete from storage.buckets where id = $1', [id])
      return Response.json({ message: 'Successfully deleted' })
    })

  return { listBuckets, getBucket, createBucket, updateBucket, emptyBucket, removeBucket }
}

/** `10485760` or `10MB`, as text for a bigint. */
function bytesOf(limit: number | string | null | undefined): string | null {
  if (limit === null || limit === undefined) return null
  if (typeof limit === 'number') return String(limit)
  const [, amount, unit] = /^(\d+)\s*([a-z]*)$/i.exec(limit.trim()) ?? []
  const factor = units.get((unit || 'b').toLowerCase())
  if (amount === undefined || factor === undefined) {
    throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  }
  return String(Number(amount) * factor)
}

function json(list: readonly string[] | null | undefined): string | null {
  return list ? JSON.stringify(list) : null
}

/** An SQL expression for a text array that arrives as JSON text; both drivers bind text alike. */
function textArray(parameter: string): string {
  return `(select array_agg(item) from jsonb_array_elements_text(${parameter}::text::jsonb) as item)`
}
