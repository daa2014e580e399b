import { forgetFile, keptFile } from '@/kit/outbox/kept-files'
import { NotSaved } from '@/kit/save/not-saved'
import { uploadOnce } from '@/shared/db/bucket-files'
import { db } from '@/shared/db/client'

/** The common values of all actions at a door. */
type AtDoor = {
  deliveryId: string
  /** Ids of kept photos. */
  photos: string[]
  /** When it happened, by the phone's clock: ISO 8601. Null: when the server gets it. */
  at: string | null
}
/** `isAway`: the phone had no network then. The server books it also where the order was put on hold meanwhile. */
export type HandOver = AtDoor & {
  items: { delivery_item_id: string; qty: string }[]
  receivedBy: string
  /** `data:image/png;base64,…` of a drawn signature; null where the typed name signs. */
  signature: string | null
  place: { lat: number; lng: number } | null
  isAway: boolean
}
export type Failure = AtDoor & { reason: string }

/** Hands quantities over. `id` is the drop's: sent again after a lost answer, it changes nothing. Refused in words. */
export async function handOver(
  { deliveryId, items, receivedBy, signature, photos, at, place, isAway }: HandOver,
  id: string,
): Promise<void> {
  const paths = await sendPhotos(deliveryId, photos)
  await db
    .rpc('deliver_drop', {
      p_delivery_id: deliveryId,
      ...(items.length > 0 ? { p_items: items } : {}),
      p_received_by: receivedBy,
      ...(signature ? { p_signature: signature } : {}),
      p_photo_paths: paths,
      p_drop_id: id,
      ...(at && isAway ? { p_at: at } : {}),
      ...(place ? { p_lat: place.lat, p_lng: place.lng } : {}),
    })
    .throwOnError()
  await Promise.all(photos.map(forgetFile))
}

/** Says why nothing could be handed over. `id` names the try: sent again, it changes nothing. */
export async function failDelivery({ deliveryId, reason, photos, at }: Failure, id: string): Promise<void> {
  const paths = await sendPhotos(deliveryId, photos)
  await db
    .rpc('fail_delivery', {
      p_delivery_id: deliveryId,
      p_reason: reason,
      p_try_id: id,
      p_photo_paths: paths,
      ...(at ? { p_at: at } : {}),
    })
    .throwOnError()
  await Promise.all(photos.map(forgetFile))
}

/** Uploads kept photos; a repeated try finds those already uploaded. Returns their paths. */
async function sendPhotos(deliveryId: string, photos: readonly string[]): Promise<string[]> {
  const paths: string[] = []
  for (const id of photos) {
    const photo = await keptFile(id)
    if (photo === null)
      throw new Error('A photo is not on this phone any more. Take it back with “Change”, and send it without.')
    const path = `${deliveryId}/${id}.jpg`
    await uploadOnce('delivery-photos', path, photo)
    paths.push(path)
  }
  return paths
}

/** Sets a status that a person may set (`planned`, `ready`, `out`, `cancelled`), over the seen one. */
export async function moveDelivery(id: string, from: string, to: string): Promise<void> {
  const { data } = await db
    .from('deliveries')
    .update({ status: to })
    .eq('id', id)
    .eq('status', from)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new NotSaved('conflict', 'Somebody else moved this delivery meanwhile, or you may not.')
}
