import { ActionIcon, Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconMapPin, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { proofsPart } from '@/shared/domain/texts/proofs/part'
import { useSay } from '@/kit/client-page/use-say'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useProblem } from '@/shared/hooks/use-problem'
import { typedTextProblem } from '@/shared/domain/text/typed-text-problem'
import { memoryOfBrowser } from '@/shared/lib/memory'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { resolveComment, writeComment } from '../api/mockups.mutation'
import { mockupsKey } from '../api/mockups.query'
import { colourOf, type MockupVersion, numbered } from '../mockups'
import { useTyping } from '../use-typing'
import type { Place } from './stage'
import classes from './proofs.module.css'

type CommentsProps = {
  uuid: string
  publicUuid: string | null
  /** The job of the mockup: what is being written stays when a version of it arrives. */
  jobId: string
  version: MockupVersion
  isStaff: boolean
  /** Staff who may settle comments. */
  mayResolve: boolean
  page: number
  chosen: string | null
  onChoose: (id: string) => void
  isPinning: boolean
  onPinning: (isPinning: boolean) => void
  draft: Place | null
  /** The number of pins placed by touch or mouse: after each the field gets the focus. */
  placed: number
  onWritten: () => void
}

/** The comments of client and office on a version, and the field for a new one, with or without a pin. */
export function Comments(props: CommentsProps) {
  const { version, uuid, isStaff, mayResolve, chosen, onChoose } = props
  const say = useSay(proofsPart)
  const problemOf = useProblem()
  const queryClient = useQueryClient()
  const numbers = new Map(numbered(version).map(({ number, comment }) => [comment.id, number]))
  const settling = useActMutation({
    mutationFn: ({ id, isResolved }: { id: string; isResolved: boolean }) => resolveComment(id, isResolved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mockupsKey(uuid) }),
  })
  const { isTyping, tell } = useTyping(props.publicUuid, version.id, isStaff)
  return (
    <section className={classes.comments} aria-label={say('comments')}>
      {version.comments.length === 0 ? (
        <Text c="dimmed" size="sm">
          {say('no_comments')}
        </Text>
      ) : (
        <ol className={classes.list}>
          {version.comments.map((comment) => {
            const number = numbers.get(comment.id)
            return (
              <li
                key={comment.id}
                id={`comment-${comment.id}`}
                tabIndex={-1}
                className={classes.comment}
                data-chosen={comment.id === chosen || undefined}
                data-resolved={comment.is_resolved || undefined}
              >
                <Group gap={8} wrap="nowrap" align="flex-start">
                  {number === undefined ? null : (
                    <button
                      type="button"
                      className={classes.pin}
                      style={{ background: colourOf(comment.author) }}
                      data-still
                      data-earlier={comment.from !== undefined || undefined}
                      aria-label={say('show_pin', { number: String(number) })}
                      onClick={() => onChoose(comment.id)}
                    >
                      {number}
                    </button>
                  )}
                  <div className={classes.words}>
                    <Signed comment={comment} version={version} isStaff={isStaff} />
                    <Text size="sm" className={classes.body ?? ''}>
                      {comment.body}
                    </Text>
                    {mayResolve ? (
                      <Checkbox
                        size="xs"
                        mt={4}
                        label={say('done')}
                        checked={comment.is_resolved}
                        disabled={settling.isPending}
                        onChange={(event) =>
                          settling.mutate({ id: comment.id, isResolved: event.currentTarget.checked })
                        }
                      />
                    ) : comment.is_resolved ? (
                      <Text size="xs" c="dimmed">
                        {say('done')}
                      </Text>
                    ) : null}
                  </div>
                </Group>
              </li>
            )
          })}
        </ol>
      )}
      <p className={classes.typing} role="status">
        {isTyping ? say(isStaff ? 'client_writing' : 'office_writing') : ''}
      </p>
      {settling.error ? <Problem>{problemOf(settling.error)}</Problem> : null}
      <Composer key={version.id} {...props} onType={tell} />
    </section>
  )
}

type SignedProps = { comment: MockupVersion['comments'][number]; version: MockupVersion; isStaff: boolean }

/** Who wrote a comment, when, and where it belongs. */
function Signed({ comment, version, isStaff }: SignedProps) {
  const say = useSay(proofsPart)
  const page = usePageWords()
  return (
    <Text size="sm">
      <b>{comment.author}</b>{' '}
      <Text span c="dimmed" size="xs">
        {[
          comment.is_client === isStaff ? say(comment.is_client ? 'from_client' : 'from_office') : null,
          page.moment(comment.at),
          comment.page !== null && version.pages.length > 1 ? say('on_page', { page: String(comment.page) }) : null,
          comment.from === undefined ? null : say('still_open', { version: String(comment.from) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Text>
  )
}

const nameMemory = memoryOfBrowser('client-name', z.string())
const wordsMemory = (jobId: string) => memoryOfBrowser(`mockup-comment:${jobId}`, z.string())

/** The client's name, as this browser knows it from an earlier comment or answer. */
export const useClientName = () => {
  const [name, setName] = useState(() => nameMemory.read() ?? '')
  return [
    name,
    (next: string) => {
      setName(next)
      nameMemory.keep(next)
    },
  ] as const
}

/** The typed text survives a reload and the next version. An unsent comment stays here with the reason. */
function Composer({
  uuid,
  jobId,
  version,
  isStaff,
  page,
  isPinning,
  onPinning,
  draft,
  placed,
  onWritten,
  onType,
}: CommentsProps & { onType: () => void }) {
  const say = useSay(proofsPart)
  const { say: sayHere } = usePageWords()
  const problemOf = useProblem()
  const queryClient = useQueryClient()
  const kept = wordsMemory(jobId)
  const [name, setName] = useClientName()
  const [body, setBody] = useState(() => kept.read() ?? '')
  const [id, setId] = useState(newId)
  const [isPressed, setPressed] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (placed === 0) return
    field.current?.focus({ preventScroll: true })
    field.current?.scrollIntoView({ block: 'center' })
  }, [placed])
  const writing = useActMutation({
    mutationFn: () =>
      writeComment(isStaff ? 'staff' : { uuid, name: name.trim() }, {
        id,
        mockupId: version.id,
        body: body.trim(),
        pin: draft ? { page, ...draft } : null,
      }),
    onSuccess: () => {
      kept.forget()
      setBody('')
      setId(newId())
      setPressed(false)
      onWritten()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: mockupsKey(uuid) }),
  })
  const tooLong = (most: string) => sayHere('too_long', { most })
  const problems = {
    name: isStaff ? null : typedTextProblem(name, sayHere('enter_name'), 200, tooLong),
    body: typedTextProblem(body, sayHere('few_words'), 2000, tooLong),
  }
  const send = () => {
    setPressed(true)
    if (problems.name === null && problems.body === null && !writing.isPending) writing.mutate()
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
        {writing.error ? <Problem>{problemOf(writing.error)}</Problem> : null}
        {isStaff ? null : (
          <TextInput
            label={sayHere('your_name')}
            autoComplete="name"
            required
            value={name}
            error={isPressed ? problems.name : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <Textarea
          ref={field}
          label={say(draft ? 'about_place' : 'comment')}
          autosize
          minRows={2}
          maxRows={8}
          value={body}
          error={isPressed ? problems.body : null}
          onChange={(event) => {
            setBody(event.currentTarget.value)
            kept.keep(event.currentTarget.value)
            onType()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
            event.preventDefault()
            send()
          }}
        />
        <Group gap="xs">
          <Button
            variant={isPinning ? 'light' : 'default'}
            aria-pressed={isPinning}
            leftSection={<IconMapPin size={16} aria-hidden />}
            onClick={() => onPinning(!isPinning)}
          >
            {say(draft ? 'move_pin' : isPinning ? 'tap_picture' : 'put_pin')}
          </Button>
          {draft ? (
            <ActionIcon
              variant="default"
              size="input-sm"
              aria-label={say('remove_pin')}
              onClick={() => onPinning(false)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          ) : null}
          <Button type="submit" loading={writing.isPending} ml="auto">
            {say('send_comment')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
