import { typedTextProblem } from '@/shared/domain/text/typed-text-problem'
import { SignatureField } from '@/shared/ui/signature/signature-field'
import { Button, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import { AnswerDrawer } from '@/kit/client-page/answer-drawer'
import type { Answer, SheetName } from '@/machines/approval/approval.machine'
import { Problem } from '@/shared/ui/page/problem'
import { useProblem } from '@/shared/hooks/use-problem'
import { usePageWords } from '@/shared/hooks/language/page-words'
import type { Typed } from '../use-typed'

const titles = {
  approve: 'approve_quotation',
  reject: 'reject_quotation',
  change: 'ask_change',
  ask: 'ask_question',
} as const satisfies Record<SheetName, string>
const wordsLabels = {
  reject: 'why_rejected',
  change: 'what_to_change',
  ask: 'your_question',
} as const satisfies Record<Exclude<SheetName, 'approve'>, string>
const buttons = {
  approve: 'approve',
  reject: 'reject',
  change: 'send',
  ask: 'send',
} as const satisfies Record<SheetName, string>

type AnswerSheetProps = {
  sheet: SheetName | null
  typed: Typed
  onType: (typed: Typed) => void
  /** The total with its currency, for the button of approval. */
  amount: string
  hasTerms: boolean
  problem: unknown
  isBusy: boolean
  onGive: (answer: Answer) => void
  onClose: () => void
}

/** The name and the other inputs of the answer. */
export function AnswerSheet({ sheet, onClose, ...rest }: AnswerSheetProps) {
  const { say } = usePageWords()
  return (
    <AnswerDrawer opened={sheet !== null} onClose={onClose} title={sheet ? say(titles[sheet]) : ''}>
      {sheet ? <Form key={sheet} sheet={sheet} {...rest} /> : null}
    </AnswerDrawer>
  )
}

function Form({
  sheet,
  typed,
  onType,
  amount,
  hasTerms,
  problem,
  isBusy,
  onGive,
}: Omit<AnswerSheetProps, 'sheet' | 'onClose'> & { sheet: SheetName }) {
  const { say } = usePageWords()
  const problemOf = useProblem()
  const [terms, setTerms] = useState(false)
  const [signature, setSignature] = useState<string | null>(null)
  const [isPressed, setPressed] = useState(false)
  const takeSignature = useCallback((png: string | null) => setSignature(png), [])
  const name = typed.name.trim()
  const words = typed.words[sheet].trim()
  const tooLong = (most: string) => say('too_long', { most })
  const problems = {
    name: typedTextProblem(name, say('enter_name'), 200, tooLong),
    words: sheet === 'approve' ? null : typedTextProblem(words, say('few_words'), 2000, tooLong),
    terms: sheet === 'approve' && !terms ? say('terms_missing') : null,
  }
  const give = () => {
    setPressed(true)
    if (Object.values(problems).some(Boolean)) return
    onGive(sheet === 'approve' ? { kind: sheet, name, terms, signature } : { kind: sheet, name, words })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        give()
      }}
    >
      <Stack>
        {problem ? <Problem>{problemOf(problem)}</Problem> : null}
        <TextInput
          label={say('your_name')}
          autoComplete="name"
          required
          data-autofocus
          value={typed.name}
          error={isPressed ? problems.name : null}
          onChange={(event) => onType({ ...typed, name: event.currentTarget.value })}
        />
        {sheet === 'approve' ? (
          <>
            <SignatureField name={typed.name} onChange={takeSignature} say={say} />
            <Checkbox
              label={say(hasTerms ? 'accept_terms' : 'order_what_it_says')}
              checked={terms}
              error={isPressed ? problems.terms : null}
              onChange={(event) => setTerms(event.currentTarget.checked)}
            />
          </>
        ) : (
          <Textarea
            label={say(wordsLabels[sheet])}
            required
            autosize
            minRows={3}
            value={typed.words[sheet]}
            error={isPressed ? problems.words : null}
            onChange={(event) => onType({ ...typed, words: { ...typed.words, [sheet]: event.currentTarget.value } })}
          />
        )}
        <Button type="submit" size="md" loading={isBusy} {...(sheet === 'reject' ? { color: 'red' } : {})}>
          {sheet === 'approve' ? `${say('approve')} · ${amount}` : say(buttons[sheet])}
        </Button>
        {sheet === 'approve' ? (
          <Text size="sm" c="dimmed">
            {say('kept_with_approval')}
          </Text>
        ) : null}
      </Stack>
    </form>
  )
}
