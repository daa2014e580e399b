import { Button, Checkbox, Drawer, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import type { MockupAnswer, MockupAnswerKind } from '@/machines/mockup-visit/mockup-visit.machine'
import { typedTextProblem } from '@/shared/domain/text/typed-text-problem'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { SignatureField } from '@/shared/ui/signature/signature-field'
import { tickPoint } from '../api/mockups.mutation'
import { mockupsKey, mockupsQuery } from '../api/mockups.query'
import { type MockupVersion, withTick } from '../mockups'
import { useClientName } from './comments'

const titles: Record<MockupAnswerKind, string> = {
  approved: 'Approve this mockup',
  revision_requested: 'Ask for changes',
  rejected: 'Reject this mockup',
}
const wordsLabels = { revision_requested: 'What should we change?', rejected: 'Why do you reject it?' }
const buttons: Record<MockupAnswerKind, string> = {
  approved: 'Approve',
  revision_requested: 'Send',
  rejected: 'Reject',
}

type AnswerSheetProps = {
  uuid: string
  version: MockupVersion
  sheet: MockupAnswerKind
  problem: unknown
  isBusy: boolean
  /** The text typed in a sheet that was closed. */
  words: string
  onWords: (words: string) => void
  onGive: (answer: MockupAnswer) => void
  onClose: () => void
}

/**
 * The answer of the client in a drawer: the approved version, its points to tick, name and signature; or the wished
 * changes.
 */
export function AnswerSheet(props: AnswerSheetProps) {
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="bottom"
      size="auto"
      title={titles[props.sheet]}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ body: { maxWidth: '34rem', margin: '0 auto' }, header: { maxWidth: '34rem', margin: '0 auto' } }}
    >
      <Form {...props} />
    </Drawer>
  )
}

function Form({ uuid, version, sheet, problem, isBusy, words, onWords, onGive }: AnswerSheetProps) {
  const [name, setName] = useClientName()
  const [signature, setSignature] = useState<string | null>(null)
  const [isPressed, setPressed] = useState(false)
  const takeSignature = useCallback((png: string | null) => setSignature(png), [])
  const isApproval = sheet === 'approved'
  const ticks = useTicks(uuid, version)
  const [isWaiting, setWaiting] = useState(false)
  const problems = {
    name: typedTextProblem(name, 'Please enter your name', 200),
    words: isApproval ? null : typedTextProblem(words, 'Please write a few words', 2000),
    ticks:
      isApproval && !version.checklist.every(({ key }) => ticks.isTicked(key)) ? 'Please tick every point first' : null,
  }
  const give = async () => {
    setPressed(true)
    if (isWaiting || Object.values(problems).some(Boolean)) return
    // The database wants the whole list ticked: the last ticks may still be on their way.
    setWaiting(true)
    const isKept = await ticks.kept()
    setWaiting(false)
    if (!isKept) return
    onGive({ kind: sheet, name: name.trim(), words: isApproval ? '' : words.trim(), signature })
  }
  const pages = version.pages.length
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void give()
      }}
    >
      <Stack>
        {problem ? <Problem>{saveProblem(problem)}</Problem> : null}
        {isApproval ? (
          <>
            <Text>
              You approve version {version.version}, {pages === 1 ? 'one page' : `${pages} pages`}. We produce exactly
              this.
            </Text>
            <Checklist version={version} ticks={ticks} />
            {isPressed && problems.ticks ? <Problem>{problems.ticks}</Problem> : null}
          </>
        ) : null}
        <TextInput
          label="Your name"
          autoComplete="name"
          required
          value={name}
          error={isPressed ? problems.name : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {isApproval ? (
          <SignatureField name={name} onChange={takeSignature} />
        ) : (
          <Textarea
            label={wordsLabels[sheet]}
            required
            autosize
            minRows={3}
            value={words}
            error={isPressed ? problems.words : null}
            onChange={(event) => onWords(event.currentTarget.value)}
          />
        )}
        <Button
          type="submit"
          size="md"
          loading={isBusy || isWaiting}
          {...(sheet === 'rejected' ? { color: 'red' } : {})}
        >
          {isApproval ? `Approve version ${version.version}` : buttons[sheet]}
        </Button>
      </Stack>
    </form>
  )
}

/** Ticks of this visit on top of those that were read. Each is kept at once, and the office sees it. */
function useTicks(uuid: string, version: MockupVersion) {
  const queryClient = useQueryClient()
  const [mine, setMine] = useState<Record<string, boolean>>({})
  const last = useRef<Promise<boolean>>(Promise.resolve(true))
  const ticking = useActMutation({
    mutationFn: ({ key, isTicked }: { key: string; isTicked: boolean }) => tickPoint(uuid, version.id, key, isTicked),
    scope: { id: `ticks of ${version.id}` },
    onMutate: ({ key, isTicked }) => setMine((before) => ({ ...before, [key]: isTicked })),
    // Updates the cache at once, because the later read may fail.
    onSuccess: (_, { key, isTicked }) =>
      queryClient.setQueryData(mockupsQuery(uuid, false).queryKey, (read) =>
        read ? withTick(read, version.id, key, isTicked) : read,
      ),
    onSettled: async (_, __, { key }) => {
      await queryClient.invalidateQueries({ queryKey: mockupsKey(uuid) })
      setMine(({ [key]: _done, ...rest }) => rest)
    },
  })
  return {
    isTicked: (key: string) => mine[key] ?? version.ticked.includes(key),
    tick: (key: string, isTicked: boolean) => {
      last.current = ticking.mutateAsync({ key, isTicked }).then(
        () => true,
        () => false,
      )
    },
    /** Settles when the last tick was answered: true when it was kept. They are sent one after another. */
    kept: () => last.current,
    error: ticking.error,
  }
}

/** The points to look at, one by one. */
function Checklist({ version, ticks }: { version: MockupVersion; ticks: ReturnType<typeof useTicks> }) {
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" fw={600} size="sm" mb={4}>
        I have checked
      </Text>
      <Stack gap={10}>
        {version.checklist.map(({ key, label }) => (
          <Checkbox
            key={key}
            size="md"
            label={label}
            checked={ticks.isTicked(key)}
            onChange={(event) => ticks.tick(key, event.currentTarget.checked)}
          />
        ))}
      </Stack>
      {ticks.error ? <Problem>{saveProblem(ticks.error)}</Problem> : null}
    </fieldset>
  )
}
