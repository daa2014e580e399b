import { Button, Group, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { newId } from '@/shared/lib/new-id'
import { askHeldQuestion, holdQuestion } from './held-questions'

export type Confirm = {
  /** A question: `Remove this note?` */
  title: string
  /** The consequence, as a sentence. */
  text: string
  /** The label of the button: `Remove note`. */
  confirm: string
  onConfirm: () => void
  /** After a no, or when the question is closed. */
  onCancel?: (() => void) | undefined
}

export type Question = Confirm & { isDangerous: boolean }

/** The place where questions are asked so that Back closes them; null on a page without one. */
let asker: ((question: Question) => void) | null = null

/** Called by `Questions` to register how questions are asked. Returns the function that ends it. */
export function provideAsker(ask: (question: Question) => void): () => void {
  asker = ask
  askHeldQuestion()
  return () => {
    if (asker === ask) asker = null
  }
}

function ask(question: Question): void {
  if (asker) return asker(question)
  if (holdQuestion(() => ask(question))) return
  const { title, text, confirm, onConfirm, onCancel, isDangerous } = question
  modals.openConfirmModal({
    title,
    children: <Text>{text}</Text>,
    labels: { confirm, cancel: 'Cancel' },
    ...(isDangerous ? { confirmProps: { color: 'red' } } : {}),
    onConfirm,
    // Closed before `onConfirm` is called, so the no waits a moment.
    ...(onCancel ? { onClose: () => queueMicrotask(onCancel) } : {}),
  })
}

/** Asks before something that reaches far but can be undone. */
export const confirmChange = (question: Confirm): void => ask({ ...question, isDangerous: false })

/** Asks before something that cannot be taken back. */
export const confirmRemoval = (question: Confirm): void => ask({ ...question, isDangerous: true })

/** Reports a change, with a button that undoes it. */
export const notifyWithUndo = (message: string, undo: () => void): void => notifyWith(message, 'Undo', undo)

/** An act of a notice that does something the first time only: a notice that fades is pressed again by a double click. */
export function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}

/** Reports a finished action, with a button for the next one: `Open draft`. It works once, also under a double click. */
export function notifyWith(message: string, label: string, onClick: () => void): void {
  const id = newId()
  const press = once(() => {
    notifications.hide(id)
    onClick()
  })
  notifications.show({
    id,
    autoClose: 15_000,
    message: (
      <Group gap="sm" justify="space-between">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="default" onClick={press}>
          {label}
        </Button>
      </Group>
    ),
  })
}
