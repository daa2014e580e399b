import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { z } from 'zod'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useLive } from '@/kit/live/use-live'
import type { PageName } from '@/shared/domain/people/permission'
import { typedTextProblem } from '@/shared/domain/text/typed-text-problem'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { useAnchor } from '@/shared/hooks/use-anchor'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useDraft } from '@/shared/hooks/use-draft'
import { Messages } from './messages'
import { answerQuestion, type AskedKind, closeQuestion, questionsKey, threadQuery } from './thread.query'

type StaffThreadProps = { kind: AskedKind; id: string; page: PageName; mayEdit: boolean }

/** The client's questions about a document and wishes for a change, with a field for the answer; nothing without one. */
export function StaffThread({ kind, id, page: livePage, mayEdit }: StaffThreadProps) {
  const { data: thread } = useQuery(threadQuery(kind, id))
  useLive([...questionsKey, kind, id], [{ page: livePage, tables: ['document_events'] }])
  const marked = markedIn(useLocation().hash)
  useAnchor(thread?.messages.some(({ id: message }) => message === marked) === true)
  if (!thread || thread.messages.length === 0) return null
  return (
    <section className={page.panel} aria-label="Questions" id="questions">
      <Title order={2} size="h4" mb="xs">
        {thread.isOpen ? 'A question waits' : 'Questions and answers'}
      </Title>
      <Stack gap="sm">
        <Messages messages={thread.messages} reader="staff" us="We" marked={marked} />
        {mayEdit ? (
          <Answer kind={kind} id={id} isOpen={thread.isOpen} isFirst={thread.messages.at(-1)?.isOurs !== true} />
        ) : null}
      </Stack>
    </section>
  )
}

/** The message that an address names: `#question-4711`. */
const markedIn = (hash: string): number | null => Number(/^#question-(\d{1,15})$/.exec(hash)?.[1] ?? 0) || null

const words = z.string()

type AnswerProps = {
  kind: AskedKind
  id: string
  isOpen: boolean
  /** True while the last word is the client's. */
  isFirst: boolean
}

function Answer({ kind, id, isOpen, isFirst }: AnswerProps) {
  const queryClient = useQueryClient()
  const [isPressed, setPressed] = useState(false)
  const typed = useDraft({
    name: `answer-${kind}-${id}`,
    schema: words,
    blank: '',
    isBlank: (text) => text.trim() === '',
  })
  const settled = () => queryClient.invalidateQueries({ queryKey: questionsKey })
  const answering = useActMutation({
    mutationFn: (text: string) => answerQuestion(kind, id, text),
    onSuccess: (mailed) => {
      typed.clear()
      setPressed(false)
      notifications.show({
        message: mailed
          ? `The answer is on the client’s page, and goes to ${mailed}.`
          : 'The answer is on the client’s page. The client has no e-mail address.',
      })
    },
    onSettled: settled,
  })
  const closing = useActMutation({
    mutationFn: () => closeQuestion(kind, id),
    onError: (error) => notifications.show({ color: 'red', title: 'Not closed', message: saveProblem(error) }),
    onSettled: settled,
  })
  const problem = typedTextProblem(typed.draft.trim(), 'Please enter an answer', 4000)
  const send = () => {
    setPressed(true)
    if (problem === null) answering.mutate(typed.draft.trim())
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Stack gap="xs">
        {answering.isError ? <Problem>{saveProblem(answering.error)}</Problem> : null}
        <Textarea
          label={isFirst ? 'Your answer' : 'Add to the answer'}
          autosize
          minRows={2}
          maxRows={10}
          value={typed.draft}
          error={isPressed ? problem : null}
          onChange={(event) => typed.keep(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
          }}
        />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={answering.isPending}>
            Send the answer
          </Button>
          {isOpen ? (
            <Button size="xs" variant="subtle" loading={closing.isPending} onClick={() => closing.mutate()}>
              Answered by telephone
            </Button>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed">
          The client reads it on the page of the link and by mail.
        </Text>
      </Stack>
    </form>
  )
}
