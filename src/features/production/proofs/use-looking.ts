import { useWhileShown } from '@/kit/live/use-while-shown'
import { showLooking } from './api/mockups.mutation'
import { useHeard } from './use-heard'

/** In ms: for how long the office believes that a page is in front, which says so every 20 seconds. */
const believed = 45_000
const signs = ['looking_client', 'typing_client']

/** The page of the client says which version is in front of them: at once, and every 20 seconds while it is shown. */
export function useTellLooking(uuid: string, mockupId: string | null): void {
  useWhileShown(mockupId && `${uuid} ${mockupId}`, () => {
    if (mockupId !== null) showLooking(uuid, mockupId)
  })
}

/** Whether the client has this version in front of them now, as far as it was heard. */
export const useIsLookedAt = (uuid: string | null, mockupId: string): boolean =>
  useHeard(uuid, mockupId, signs, believed)
