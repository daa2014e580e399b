import { useWhileShown } from '@/kit/live/use-while-shown'
import { showLooking } from './api/mockups.mutation'
import { useHeard } from './use-heard'

/** In ms: how long a client counts as looking after a message; the page sends one every 20 seconds. */
const believed = 45_000
const signs = ['looking_client', 'typing_client']

/** Tells the office which version the client is looking at: at once, and every 20 seconds while it is visible. */
export function useTellLooking(uuid: string, mockupId: string | null): void {
  useWhileShown(mockupId && `${uuid} ${mockupId}`, () => {
    if (mockupId !== null) showLooking(uuid, mockupId)
  })
}

/** True while the client is looking at this version, by the last message. */
export const useIsLookedAt = (uuid: string | null, mockupId: string): boolean =>
  useHeard(uuid, mockupId, signs, believed)
