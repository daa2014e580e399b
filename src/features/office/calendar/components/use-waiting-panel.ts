import { useMemo, useState } from 'react'
import { useWidths } from '@/kit/list/use-wide'
import { flag } from '@/shared/domain/records/mini-schema'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { memoryOfPerson } from '@/shared/lib/memory'

export type WaitingPanelState = { isShown: boolean; show: (isShown: boolean) => void }

/**
 * Whether the list of entries without a time is open. Beside the calendar it is open until the person closes it, and
 * the browser remembers that. On a narrow screen it lies over the calendar, so it opens when it is asked for.
 */
export function useWaitingPanel(): WaitingPanelState {
  const { id } = useCurrentUser()
  const { md: hasRoomBeside } = useWidths()
  const memory = useMemo(() => memoryOfPerson(id, 'calendar-waiting', flag), [id])
  const [isOpenBeside, setOpenBeside] = useState(() => memory.read())
  const [isOpenOver, setOpenOver] = useState(false)
  if (!hasRoomBeside) return { isShown: isOpenOver, show: setOpenOver }
  return {
    isShown: isOpenBeside ?? true,
    show: (isShown) => {
      memory.keep(isShown)
      setOpenBeside(isShown)
    },
  }
}
