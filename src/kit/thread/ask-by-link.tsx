import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { fields, text } from '@/shared/domain/records/mini-schema'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { typedTextProblem } from '@/shared/domain/text/typed-text-problem'
import { memoryOfTab } from '@/shared/lib/memory'
import { Problem } from '@/shared/ui/page/problem'
import { useProblem } from '@/shared/hooks/use-problem'
import { askByLink } from './link-thread.query'

type AskByLinkProps = { link: string; queryKey: readonly unknown[] }

const schema = fields({ name: text, words: text })
const nothing = { name: '', words: '' }

/** A client who holds a link asks about its document. What was typed stays with the tab until it is sent. */
export function AskByLink({ link, queryKey }: AskByLinkProps) {
  const { say } = usePageWords()
  const problemOf = useProblem()
  const queryClient = useQueryClient()
  const kept = memoryOfTab(`question:${link}`, schema)
  const [typed, setTyped] = useState(() => kept.read() ?? nothing)
  const [isOpen, setOpen] = useState(() => typed.words.trim() !== '')
  const [isPressed, setPressed] = useState(false)
  const type = (next: typeof typed) => {
    kept.keep(next)
    setTyped(next)
  }
  const asking = useActMutation({
    mutationFn: () => askByLink(link, typed.name.trim(), typed.words.trim()),
    onSuccess: () => {
      type({ ...typed, words: '' })
      setPressed(false)
      setOpen(false)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const tooLong = (most: string) => say('too_long', { most })
  const problems = {
    name: typedTextProblem(typed.name, say('enter_name'), 200, tooLong),
    words: typedTextProblem(typed.words, say('few_words'), 2000, tooLong),
  }
  if (!isOpen)
    return (
      <Group gap="sm" mt="sm" data-no-print>
        <Button variant="default" onClick={() => setOpen(true)}>
          {say('ask_question')}
        </Button>
        {asking.isSuccess ? <span role="status">{say('asked_here')}</span> : null}
      </Group>
    )
  return (
    <form
      noValidate
      data-no-print
      onSubmit={(event) => {
        event.preventDefault()
        setPressed(true)
        if (problems.name === null && problems.words === null) asking.mutate()
      }}
    >
      <Stack mt="sm" maw="34rem">
        {asking.isError ? <Problem>{problemOf(asking.error)}</Problem> : null}
        <TextInput
          label={say('your_name')}
          autoComplete="name"
          required
          value={typed.name}
          error={isPressed ? problems.name : null}
          onChange={(event) => type({ ...typed, name: event.currentTarget.value })}
        />
        <Textarea
          label={say('your_question')}
          required
          autosize
          minRows={3}
          value={typed.words}
          error={isPressed ? problems.words : null}
          onChange={(event) => type({ ...typed, words: event.currentTarget.value })}
        />
        <Group gap="xs">
          <Button type="submit" loading={asking.isPending}>
            {say('send')}
          </Button>
          <Button variant="subtle" onClick={() => setOpen(false)}>
            {say('not_now')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
