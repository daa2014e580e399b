import { removeRow } from '@/kit/save/save-row'
import { removeBytes, uploadOnce, year } from '@/shared/db/bucket-files'
import { db } from '@/shared/db/client'
import { type Photo, photosBucket } from './photos.query'

/** The caller chooses `id`, so a repeated try adds the photo once. `preview`: a small data address of it. */
export type NewPhoto = { id: string; itemId: string; preview: string }

/** Uploads a photo and adds it to a stock item. @throws in words why it was not added */
export async function addItemPhoto({ id, itemId, preview }: NewPhoto, photo: Blob): Promise<void> {
  await uploadOnce(photosBucket, `${itemId}/${id}.jpg`, photo, year)
  await db.rpc('add_item_photo', { p_id: id, p_item_id: itemId, p_preview: preview }).throwOnError()
}

/** Shows this photo in lists from now on. */
export async function putPhotoFirst(id: string): Promise<void> {
  await db.rpc('put_item_photo_first', { p_id: id }).throwOnError()
}

/** Removes a photo: first from the item, then its bytes; leftovers are swept later. */
export async function removePhoto({ id, path }: Photo): Promise<void> {
  await removeRow({ table: 'item_photos', what: 'this photo', id })
  await removeBytes(photosBucket, path)
}
