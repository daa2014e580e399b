import { useState } from 'react'
import { z } from 'zod'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { draftOf } from '@/shared/hooks/draft'

/** Whether a form on a screen is open: at first, when something typed in it under that name was not saved yet. */
export function useOpenedForm(name: string) {
  const { id } = useCurrentUser()
  const [isOpen, setOpen] = useState(() => draftOf(id, name, z.unknown()).read() !== null)
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}
