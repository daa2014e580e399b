import { Button, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { AnswerDrawer } from '@/kit/client-page/answer-drawer'
import { useActMutation } from '@/kit/save/use-act-mutation'
import type { MockupAnswer, MockupAnswerKind } from '@/machines/mockup-visit/mockup-visit.machine'
import { typedTextProblem } from '@/shared/domain/text/typed-text-problem'
import { proofsPart } from '@/shared/domain/texts/proofs/part'
import { useSay } from '@/kit/client-page/use-say'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useProblem } from '@/shared/hooks/use-problem'
import { Problem } from '@/shared/ui/page/problem'
import { SignatureField } from '@/shared/ui/signature/signature-field'
import { tickPoint } from '../api/mockups.mutation'
import { mockupsKey, mockupsQuery } from '../api/mockups.query'
import { type MockupVersion, withTick } from '../mockups'
import { useClientName } from './comments'

const titles = { approved: 'approve_title', revision_requested: 'ask_changes', rejected: 'reject_title' } as const
const wordsLabels = { revision_requested: 'what_to_change', rejected: 'why_rejected' } as const

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
  const say = useSay(proofsPart)
  return (
    <AnswerDrawer onClose={props.onClose} title={say(titles[props.sheet])}>
      <Form {...props} />
    </AnswerDrawer>
  )
}

function Form({ uuid, version, sheet, problem, isBusy, words, onWords, onGive }: AnswerSheetProps) {
  const say = useSay(proofsPart)
  const page = usePageWords()
  const problemOf = useProblem()
  const [name, setName] = useClientName()
  const [signature, setSignature] = useState<string | null>(null)
  const [isPressed, setPressed] = useState(false)
  const takeSignature = useCallback((png: string | null) => setSignature(png), [])
  const isApproval = sheet === 'approved'
  const ticks = useTicks(uuid, version)
  const [isWaiting, setWaiting] = useState(false)
  const tooLong = (most: string) => page.say('too_long', { most })
  const problems = {
    name: typedTextProblem(name, page.say('enter_name'), 200, tooLong),
    words: isApproval ? null : typedTextProblem(words, page.say('few_words'), 2000, tooLong),
    ticks: isApproval && !version.checklist.every(({ key }) => ticks.isTicked(key)) ? say('tick_all') : null,
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
        {problem ? <Problem>{problemOf(problem)}</Problem> : null}
        {isApproval ? (
          <>
            <Text>
              {pages === 1
                ? say('you_approve_page', { version: String(version.version) })
                : say('you_approve_pages', { version: String(version.version), pages })}
            </Text>
            <Checklist version={version} ticks={ticks} />
            {isPressed && problems.ticks ? <Problem>{problems.ticks}</Problem> : null}
          </>
        ) : null}
        <TextInput
          label={page.say('your_name')}
          autoComplete="name"
          required
          value={name}
          error={isPressed ? problems.name : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {isApproval ? (
          <SignatureField name={name} onChange={takeSignature} say={page.say} />
        ) : (
          <Textarea
            label={page.say(wordsLabels[sheet])}
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
          {
            {
              approved: say('approve_version', { version: String(version.version) }),
              rejected: say('reject'),
              revision_requested: page.say('send'),
            }[sheet]
          }
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

/** The points of a mockup to which nobody gave others. */
const ownPoints: Readonly<Record<string, 'spelling' | 'size' | 'colour' | 'quantity'>> = {
  Spelling: 'spelling',
  Size: 'size',
  Colour: 'colour',
  Quantity: 'quantity',
}

/** The points to look at, one by one. */
function Checklist({ version, ticks }: { version: MockupVersion; ticks: ReturnType<typeof useTicks> }) {
  const say = useSay(proofsPart)
  const problemOf = useProblem()
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" fw={600} size="sm" mb={4}>
        {say('i_have_checked')}
      </Text>
      <Stack gap={10}>
        {version.checklist.map(({ key, label }) => (
          <Checkbox
            key={key}
            size="md"
            label={ownPoints[label] ? say(ownPoints[label]) : label}
            checked={ticks.isTicked(key)}
            onChange={(event) => ticks.tick(key, event.currentTarget.checked)}
          />
        ))}
      </Stack>
      {ticks.error ? <Problem>{problemOf(ticks.error)}</Problem> : null}
    </fieldset>
  )
}
