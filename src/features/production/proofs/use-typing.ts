import { useRef } from 'react'
import { showTyping } from './api/mockups.mutation'
import { useHeard } from './use-heard'

/** In ms: the interval of typing messages, and how long the others show them. */
const every = 3000
const shownFor = 5000
const ofClient = ['typing_client']
const ofOffice = ['typing_office']

/** Whether the other side is writing on this version, and the function to tell that this side is. */
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
