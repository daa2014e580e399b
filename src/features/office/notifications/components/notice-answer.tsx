import { Button, Group, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { notifyWithUndo } from '@/kit/confirm'
import { useActMutation } from '@/kit/save/use-act-mutation'
import type { Notice } from '@/shared/domain/records/notification'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { hearTask, muteTask } from '@/shared/db/writes/mute-task.mutation'
import classes from './notice-item.module.css'

/** Adds a comment to a task, by its id. Rejects in words. */
export type AnswerTask = (taskId: string, text: string) => Promise<void>

type NoticeAnswerProps = { notice: Notice; taskId: string; answer: AnswerTask; onDone: (notice: Notice) => void }

const sayError = (error: unknown) => notifications.show({ color: 'red', title: 'Error', message: saveProblem(error) })

/** Answers a reply from the panel, or mutes its task. */
export function NoticeAnswer({ notice, taskId, answer, onDone }: NoticeAnswerProps) {
  const { id: me } = useCurrentUser()
  const [isOpen, setOpen] = useState(false)
  const send = useActMutation({
    mutationFn: (words: string) => answer(taskId, words),
    onSuccess: () => {
      notifications.show({ message: 'Comment added successfully' })
      setOpen(false)
      onDone(notice)
    },
    onError: sayError,
  })
  const mute = useActMutation({
    mutationFn: () => muteTask(taskId, me),
    onSuccess: () => {
      notifyWithUndo(`No more notices of replies to “${notice.title}”`, () => void hearTask(taskId, me).catch(sayError))
      onDone(notice)
    },
    onError: sayError,
  })
  if (isOpen)
    return (
      <AnswerForm title={notice.title} isSending={send.isPending} onSend={send.mutate} onClose={() => setOpen(false)} />
    )
  return (
    <Group gap={4} className={classes.acts}>
      <Button size="compact-sm" variant="subtle" aria-label={`Answer: ${notice.title}`} onClick={() => setOpen(true)}>
        Answer
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`Mute: ${notice.title}`}
        loading={mute.isPending}
        onClick={() => mute.mutate()}
      >
        Mute
      </Button>
    </Group>
  )
}

type AnswerFormProps = { title: string; isSending: boolean; onSend: (text: string) => void; onClose: () => void }

function AnswerForm({ title, isSending, onSend, onClose }: AnswerFormProps) {
  const [text, setText] = useState('')
  const mayGo = text.trim() !== ''
  const go = () => {
    if (mayGo) onSend(text)
  }
  return (
    <div className={classes.answer}>
      <Textarea
        aria-label={`Answer to ${title}`}
        placeholder="Write a comment…"
        autosize
        autoFocus
        minRows={2}
        maxRows={8}
        value={text}
        disabled={isSending}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            go()
          }
        }}
      />
      <Group gap="xs" mt="xs">
        <Button size="compact-md" fz="sm" disabled={!mayGo} loading={isSending} onClick={go}>
          Add comment
        </Button>
        <Button size="compact-md" fz="sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </div>
  )
}
