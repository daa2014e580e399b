import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { draftOf } from '@/shared/hooks/draft'
import { useFormOfPage } from './forms-of-page'

type KeptDialogProps = {
  /** The name of the dialog's form: the key of its drafts in this browser. */
  name: string
  isOpen: boolean
  onOpen: () => void
  /** `Changes of this order are not saved` */
  title: string
  /** What was typed belongs to one act alone, such as receiving goods: the others do not wait for it. */
  isOneAct?: boolean
  /** It is the only notice of the page: there is room under it. */
  isAlone?: boolean
}

/**
 * Says on the page of a record that a closed dialog holds unsaved input, and leads there. An action of the page opens the
 * dialog first: what is typed in it is saved or discarded before anything is sent or moved on.
 */
export function KeptDialog({ isOpen, ...props }: KeptDialogProps) {
  const { id: me } = useCurrentUser()
  const read = () => draftOf(me, props.name, z.unknown()).read() !== null
  const [seen, setSeen] = useState({ isOpen, isKept: read() })
  // The draft is written and forgotten while the dialog is open, or in another tab.
  if (seen.isOpen !== isOpen) setSeen({ isOpen, isKept: read() })
  useEffect(
    () =>
      draftOf(me, props.name, z.unknown()).onKeptElsewhere((value) =>
        setSeen((now) => ({ ...now, isKept: value !== null })),
      ),
    [me, props.name],
  )
  if (isOpen || !seen.isKept) return null
  return (
    <Kept
      {...props}
      onDiscard={() => {
        draftOf(me, props.name, z.unknown()).forgetSent(() => true)
        setSeen({ isOpen, isKept: false })
      }}
    />
  )
}

type KeptProps = Omit<KeptDialogProps, 'isOpen'> & { onDiscard: () => void }

function Kept({ title, isOneAct = false, isAlone = false, onOpen, onDiscard }: KeptProps) {
  useFormOfPage({ isNew: isOneAct, isChanged: true, saveThen: onOpen })
  return (
    <Alert color="yellow" role="status" title={title} mb={isAlone ? 'md' : 0}>
      They were typed into a dialog that was closed, and are kept in this browser.
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={onOpen}>
          Show them
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}
