import { useState } from 'react'
import { z } from 'zod'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { draftOf } from '@/shared/hooks/draft'

/** The state of a form that opens on a screen: initially open when it has an unsaved draft under that name. */
export function useOpenedForm(name: string) {
  const { id } = useCurrentUser()
  const [isOpen, setOpen] = useState(() => draftOf(id, name, z.unknown()).read() !== null)
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}
