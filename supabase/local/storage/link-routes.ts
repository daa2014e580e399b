import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readJson } from './json-body.ts'
import { bucketOfPath, splitObjectPath } from './object-name.ts'
import { asCaller, findBucket, probe, writeObject } from './objects.ts'
import { visibleObject } from './reading-routes.ts'
import type { Call, StorageParts } from './storage-parts.ts'
import { linkAsWriter, uploadObject } from './upload-object.ts'

const day = 24 * 60 * 60
/** A link outlives the right that it was made with, so it may not live for ever. */
const longestLink = 7 * day
const uploadLinkLife = 2 * 60 * 60

const expiresIn = z.number().int().min(1).max(longestLink)
const signRequest = z.object({ expiresIn })
const signManyRequest = z.object({ expiresIn, paths: z.array(z.string()).max(1000) })

/** Routes that sign links, and the upload route of a signed link. Signing needs the right that the link grants. */
export function linkRoutes(parts: StorageParts) {
  const { engine, tokens } = parts

  const signedPath = (bucket: string, key: string, life: number) =>
    `/object/sign/${bucket}/${key}?token=${tokens.sign('download', `${bucket}/${key}`, life, { owner: null, upsert: false })}`

  const sign = async ({ request, caller, rest }: Call) => {
    const { bucket, key } = splitObjectPath(rest)
    const wanted = await readJson(request, signRequest)
    await visibleObject(parts, caller, 'storage.object.sign', bucket, key)
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
    return Response.json(await uploadObject(parts, request, writer, { bucket, key, upsert }))
  }

  return { sign, signMany, signUpload, uploadSigned }
}
