import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readJson } from './json-body.ts'
import { bucketOfPath, checkedBucket, checkedKey, splitObjectPath } from './object-name.ts'
import { asCaller, deleteObjects, findBucket, findObject, probe, renameObject, writeObject } from './objects.ts'
import { visibleObject } from './reading-routes.ts'
import { noSuchKey } from './storage-error.ts'
import type { Call, StorageParts } from './storage-parts.ts'
import { callerAsWriter, keepBytesOnlyWithRow, refuseMisfit, uploadObject } from './upload-object.ts'

const removeRequest = z.object({ prefixes: z.array(z.string()).max(1000) })
const moveRequest = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
})

/** Routes that add, rename, copy and remove objects, each as far as the policies let the caller. */
export function writingRoutes(parts: StorageParts) {
  const { engine, store } = parts

  const upload = async ({ request, caller, rest }: Call) => {
    const replaces = request.method === 'PUT'
    const operation = replaces ? 'storage.object.upload_update' : 'storage.object.upload'
    const upsert = replaces || request.headers.get('x-upsert') === 'true'
    const writer = callerAsWriter(engine, caller, operation)
    return Response.json(await uploadObject(parts, request, writer, { ...splitObjectPath(rest), upsert }))
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
    const original = await visibleObject(parts, caller, 'storage.object.copy', source, key)
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

  return { upload, removeMany, removeOne, move, copy }
}
