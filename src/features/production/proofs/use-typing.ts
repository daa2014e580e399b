import { useRef } from 'react'
import { showTyping } from './api/mockups.mutation'
import { useHeard } from './use-heard'

/** In ms: how often writing is told, and for how long the others show it. */
const every = 3000
const shownFor = 5000
const ofClient = ['typing_client']
const ofOffice = ['typing_office']

/** Whether the other side writes on this version now, and a way to tell that this side does. */
export function useTyping(uuid: string | null, mockupId: string, isStaff: boolean) {
  const isTyping = useHeard(uuid, mockupId, isStaff ? ofClient : ofOffice, shownFor)
  const told = useRef(0)
  const tell = () => {
    const now = Date.now()
    if (uuid === null || now - told.current < every) return
    told.current = now
    showTyping(uuid, mockupId)
  }
  return { isTyping, tell }
}
