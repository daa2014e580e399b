import { z } from 'zod'
import { forgetFile, sendKept } from '@/kit/outbox/kept-files'
import { knownKind, type OutboxKind } from '@/kit/outbox/outbox-kind'
import { inventoryKey } from '../inventory'
import { addItemPhoto, type NewPhoto } from './api/photos.mutation'

const gone = 'This photo is not on this device any more. Withdraw it and take it again.'

/** A photo of a stock item. It is kept under its id until the server has it; sent twice, it is added once. */
export const itemPhotoKind: OutboxKind<NewPhoto> = {
  name: 'item.photo',
  schema: z.object({ id: z.string(), itemId: z.string(), preview: z.string() }),
  send: (payload) => sendKept(payload.id, gone, (photo) => addItemPhoto(payload, photo)),
  touches: () => [inventoryKey],
  forget: ({ id }) => void forgetFile(id),
}

/** The actions on stock items that can wait for the network. */
export const itemKinds = [knownKind(itemPhotoKind)]
