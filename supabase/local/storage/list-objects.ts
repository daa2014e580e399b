import { z } from 'zod'
import type { Queryable } from '../contracts.ts'
import type { ObjectMetadata } from './objects.ts'
import { invalidRequest } from './storage-error.ts'

const direction = z.enum(['asc', 'desc'])
const count = (maximum: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .transform((wanted) => Math.min(wanted, maximum))

export const listRequest = z.object({
  prefix: z.string().max(1024).default(''),
  search: z.string().max(1024).nullish(),
  limit: count(1000).default(100),
  offset: z.coerce.number().int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
      order: direction.default('asc'),
    })
    .nullish(),
})

export type ListedObject = {
  name: string
  id: string | null
  created_at: string | null
  updated_at: string | null
  last_accessed_at: string | null
  metadata: ObjectMetadata | null
}

/**
 * Lists one level below a prefix, folders first, with the objects that the caller may see. Prefix and search are plain
 * text: `%` and `_` are no wildcards, and `../` is an empty folder.
 */
export async function listObjects(
  tx: Queryable,
  bucket: string,
  request: z.infer<typeof listRequest>,
): Promise<ListedObject[]> {
  const folder = request.prefix.replace(/^\/+|\/+$/g, '')
  const column = request.sortBy?.column ?? 'name'
  const order = request.sortBy?.order ?? 'asc'
  const { rows } = await tx.query<ListedObject>(
    `with below as (
       select substr(name, length($2) + 1) as rest, id, created_at, updated_at, last_accessed_at, metadata
       from storage.objects
       where bucket_id = $1 and starts_with(name, $2) and version is not null
     ), level as (
       select split_part(rest, '/', 1) as name, true as folder, null::uuid as id, null::timestamptz as created_at,
              null::timestamptz as updated_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
       from below where rest like '%/%' group by 1
       union all
       select rest, false, id, created_at, updated_at, last_accessed_at, metadata from below where rest not like '%/%'
     )
     select name, id, created_at, updated_at, last_accessed_at, metadata from level
     where starts_with(lower(name), lower($3))
     order by folder desc, ${column === 'name' ? `name collate "C" ${order}` : `${column} ${order}, name collate "C"`}
     limit $4 offset $5`,
    [bucket, folder === '' ? '' : `${folder}/`, request.search ?? '', request.limit, request.offset],
  )
  return rows
}

export const listV2Request = z.object({
  prefix: z.string().max(1024).default(''),
  limit: count(1000).default(1000),
  cursor: z.string().max(4096).optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({ column: z.enum(['name', 'created_at', 'updated_at']).default('name'), order: direction.default('asc') })
    .nullish(),
})

type Entry = ListedObject & { at: string | null }

/** The end of a page: its last entry's name, and its time when sorted by time. */
const cursorSchema = z.object({ name: z.string(), at: z.string().nullable() })

function readCursor(cursor: string): z.infer<typeof cursorSchema> {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw invalidRequest('The cursor is not one of this list')
  }
}

/**
 * Pages of everything that begins with a prefix, by name or by time; with the delimiter, deeper levels fold into folders.
 * A folder's name ends with a slash, its key does not. It has no time, and by time it counts as the oldest.
 */
export async function listObjectsV2(tx: Queryable, bucket: string, request: z.infer<typeof listV2Request>) {
  const { column = 'name', order = 'asc' } = request.sortBy ?? {}
  const after = request.cursor === undefined ? null : readCursor(request.cursor)
  const beyond = order === 'asc' ? '>' : '<'
  const time = column === 'name' ? null : `coalesce(${column}, '-infinity')`
  const { rows } = await tx.query<Entry>(
    `with below as (
       select *, position('/' in substr(name, length($2) + 1)) as slash
       from storage.objects where bucket_id = $1 and starts_with(name, $2) and version is not null
     ), entry as (
       select left(name, length($2) + slash) as name, null::uuid as id, null::timestamptz as created_at,
              null::timestamptz as updated_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
       from below where slash > 0 and $3 group by 1
       union all
       select name, id, created_at, updated_at, last_accessed_at, metadata from below where slash = 0 or not $3
     )
     select *, ${time ? `${time}::text` : 'null'} as at from entry
     where $4::text is null or (${time ?? '$6::timestamptz'}, name collate "C") ${beyond} ($6::timestamptz, $4::text)
     order by ${time ? `${time} ${order},` : ''} name collate "C" ${order} limit $5`,
    [bucket, request.prefix, request.with_delimiter, after?.name ?? null, request.limit + 1, after?.at ?? '-infinity'],
  )
  const page = rows.slice(0, request.limit)
  const last = page.at(-1)
  const hasNext = rows.length > request.limit
  return {
    hasNext,
    folders: page.filter(({ id }) => id === null).map(({ name }) => ({ name, key: name.replace(/\/$/, '') })),
    objects: page.filter(({ id }) => id !== null).map(({ at: _, ...object }) => ({ ...object, key: object.name })),
    ...(hasNext && last ? { nextCursor: cursorAfter(last) } : {}),
  }
}

const cursorAfter = ({ name, at }: Entry): string => Buffer.from(JSON.stringify({ name, at })).toString('base64url')
