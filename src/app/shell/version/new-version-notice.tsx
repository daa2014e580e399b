import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { confirmRemoval } from '@/kit/confirm'
import { useBehavior } from '@/streams/react/use-behavior'
import { newVersionFor } from './new-version'
import classes from './new-version-notice.module.css'
import { hasUnsavedTyping, watchTyping } from './unsaved'

/** A quiet notice of a newer version. Nothing changes until the person agrees. */
export function NewVersionNotice({ userId }: { userId: string }) {
  const isNew = useBehavior(newVersionFor(userId))
  useEffect(watchTyping, [])
  return isNew ? <Notice reload={() => window.location.reload()} /> : null
}

/** Asks before it reloads over something that would be lost. */
export function Notice({ reload }: { reload: () => void }) {
  const [isLater, setLater] = useState(false)
  if (isLater) return null
  const askOrReload = () => {
    if (!hasUnsavedTyping()) return reload()
    confirmRemoval({
      title: 'Reload now?',
      text: 'Something that you typed on this page is not saved yet. Reloading would lose it.',
      confirm: 'Reload and lose it',
      onConfirm: reload,
    })
  }
  return (
    <aside className={classes.notice} aria-label="New version">
      <IconRefresh size={18} stroke={1.5} aria-hidden />
      <span className={classes.words} role="status">
        A new version is ready.
      </span>
      <Button size="compact-sm" onClick={askOrReload}>
        Reload
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => setLater(true)}>
        Later
      </Button>
    </aside>
  )
}
