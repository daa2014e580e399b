import { z } from 'zod'
import { forgetFile, keptFile } from '@/kit/outbox/kept-files'
import { knownKind, type OutboxKind } from '@/kit/outbox/outbox-kind'
import { inventoryKey } from '../inventory'
import { addItemPhoto, type NewPhoto } from './api/photos.mutation'

/** A photo of a stock item. It is kept under its id until the server has it; sent twice, it is added once. */
export const itemPhotoKind: OutboxKind<NewPhoto> = {
  name: 'item.photo',
  schema: z.object({ id: z.string(), itemId: z.string(), preview: z.string() }),
  send: async (payload) => {
    const photo = await keptFile(payload.id)
    if (photo === null) throw new Error('This photo is not on this device any more. Withdraw it and take it again.')
    await addItemPhoto(payload, photo)
    await forgetFile(payload.id)
  },
  touches: () => [inventoryKey],
  forget: ({ id }) => void forgetFile(id),
}

/** What of stock items can wait for the network. */
export const itemKinds = [knownKind(itemPhotoKind)]
