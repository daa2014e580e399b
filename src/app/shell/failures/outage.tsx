import { Button, Group, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { rightsKey } from '@/features/system/rights/api/rights.query'
import { useIsWorkingOffline } from '@/kit/outbox/works-offline'
import classes from './outage.module.css'

/**
 * What a person sees while the server cannot be reached: a cover, or a note above a screen whose actions wait for the
 * network. A phone with a weak signal says that it has a network, so this is also the driver's and the fitter's case.
 */
export const Outage = () => (useIsWorkingOffline() ? <OutageNote /> : <OutageCover />)

const OutageNote = () => (
  <Text className={classes.note ?? ''} role="status" size="sm">
    The server cannot be reached. What can wait is kept here and sent as soon as it answers.
  </Text>
)

/**
 * A modal dialog over the page. The browser makes everything below it inert, open dialogs included; the page keeps its
 * state.
 */
function OutageCover() {
  const queryClient = useQueryClient()
  const cover = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = cover.current
    const before = document.activeElement
    if (dialog && !dialog.open) dialog.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={cover}
      className={classes.cover}
      aria-labelledby="outage-title"
      aria-describedby="outage-words"
      onCancel={(event) => event.preventDefault()}
    >
      <Title order={2} id="outage-title">
        The server cannot be reached
      </Title>
      <Text id="outage-words" mt="xs">
        Your input is kept. Nothing can be changed now. This page continues as soon as the server answers.
      </Text>
      <Group mt="md">
        <Button onClick={() => void queryClient.invalidateQueries({ queryKey: rightsKey })}>Try again</Button>
      </Group>
    </dialog>
  )
}
