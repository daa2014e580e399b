import { Modal } from '@mantine/core'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { isDay } from '@/shared/domain/time/days'
import { can } from '@/shared/domain/people/permission'
import { newId } from '@/shared/lib/new-id'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { readBeginning } from '../api/about-record.query'
import { beginWithShare, sharedWork } from './begin-with-share'
import { keepWork, keptWork } from './kept-work'
import { QuickAddForm } from './quick-add-form'
import { liveQuickAdd } from './quick-add.actors'
import { announce } from './toasts'

type QuickAddTaskDialogProps = {
  opened: boolean
  /** The record that the first task is about: `job.6f1c…`; `shared`: what another program shared with the app. */
  about?: string | null
  /** The day at whose end the first task is due. */
  dueDay?: string | null
  /** Called once the dialog is gone from the screen. */
  onClose: () => void
}

/** Add New Task, for people with the right to create tasks (spec 2 §2, §5). Each opening starts with one blank draft. */
export function QuickAddTaskDialog({ opened, about = null, dueDay = null, onClose }: QuickAddTaskDialogProps) {
  const user = useCurrentUser()
  return opened && can(user.rights, 'tasks', 'create') ? (
    <QuickAddVisit userId={user.id} about={about} dueDay={dueDay} onGone={onClose} />
  ) : null
}

type QuickAddVisitProps = { userId: string; about: string | null; dueDay: string | null; onGone: () => void }

function QuickAddVisit({ userId, about, dueDay, onGone }: QuickAddVisitProps) {
  const actor = useActorRef(liveQuickAdd, { input: { createdBy: userId, newId } })
  const open = useSelector(actor, (state) => state.hasTag('open'))

  useEffect(() => {
    const news = actor.on('*', announce)
    const kept = keptWork(userId)
    actor.send({ type: 'dialog.open', kept: kept.read() })
    const stopKeeping = keepWork(actor, kept)
    return () => {
      stopKeeping()
      news.unsubscribe()
    }
  }, [actor, userId])

  useEffect(() => {
    if (about === null) return
    if (about === sharedWork) {
      void beginWithShare(actor)
      return
    }
    // Without an answer the form stays blank: the client can be looked for in it.
    readBeginning(about).then(
      (found) => {
        const [first] = actor.getSnapshot().context.drafts
        if (!found || !first) return
        const { client, quotation } = found
        if (quotation) first.send({ type: 'related.pickQuotation', quotation, client })
        else if (client) first.send({ type: 'related.pickClient', client })
        first.send({ type: 'draft.write', change: { about: found.about } })
      },
      () => {},
    )
  }, [actor, about])

  useEffect(() => {
    const [first] = actor.getSnapshot().context.drafts
    if (dueDay !== null && isDay(dueDay)) first?.send({ type: 'draft.write', change: { due: dueDay } })
  }, [actor, dueDay])

  return (
    <Modal
      opened={open}
      onClose={() => actor.send({ type: 'dialog.close' })}
      onExitTransitionEnd={onGone}
      title="Add New Task"
      size={800}
      centered={false}
      closeOnClickOutside={false}
    >
      <QuickAddForm actor={actor} userId={userId} />
    </Modal>
  )
}
