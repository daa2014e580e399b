import { typedTextProblem } from '@/shared/domain/text/typed-text-problem'
import { SignatureField } from '@/shared/ui/signature/signature-field'
import { Button, Checkbox, Drawer, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { Answer, SheetName } from '@/machines/approval/approval.machine'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import type { Typed } from '../use-typed'

const titles: Record<SheetName, string> = {
  approve: 'Approve this quotation',
  reject: 'Reject this quotation',
  change: 'Ask for a change',
  ask: 'Ask a question',
}
const wordsLabels: Record<Exclude<SheetName, 'approve'>, string> = {
  reject: 'Why do you reject it?',
  change: 'What should we change?',
  ask: 'Your question',
}
const buttons: Record<SheetName, string> = {
  approve: 'Approve',
  reject: 'Reject',
  change: 'Send',
  ask: 'Send',
}

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

/** A drawer with the name and the other inputs of the answer. */
export function AnswerSheet({ sheet, onClose, ...rest }: AnswerSheetProps) {
  return (
    <Drawer
      opened={sheet !== null}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={sheet ? titles[sheet] : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ body: { maxWidth: '34rem', margin: '0 auto' }, header: { maxWidth: '34rem', margin: '0 auto' } }}
    >
      {sheet ? <Form key={sheet} sheet={sheet} {...rest} /> : null}
    </Drawer>
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
  const [terms, setTerms] = useState(false)
  const [signature, setSignature] = useState<string | null>(null)
  const [isPressed, setPressed] = useState(false)
  const takeSignature = useCallback((png: string | null) => setSignature(png), [])
  const name = typed.name.trim()
  const words = typed.words[sheet].trim()
  const problems = {
    name: typedTextProblem(name, 'Please enter your name', 200),
    words: sheet === 'approve' ? null : typedTextProblem(words, 'Please write a few words', 2000),
    terms: sheet === 'approve' && !terms ? 'Please accept the terms' : null,
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
        {problem ? <Problem>{saveProblem(problem)}</Problem> : null}
        <TextInput
          label="Your name"
          autoComplete="name"
          required
          data-autofocus
          value={typed.name}
          error={isPressed ? problems.name : null}
          onChange={(event) => onType({ ...typed, name: event.currentTarget.value })}
        />
        {sheet === 'approve' ? (
          <>
            <SignatureField name={typed.name} onChange={takeSignature} />
            <Checkbox
              label={hasTerms ? 'I accept the terms of this quotation' : 'I order what this quotation says'}
              checked={terms}
              error={isPressed ? problems.terms : null}
              onChange={(event) => setTerms(event.currentTarget.checked)}
            />
          </>
        ) : (
          <Textarea
            label={wordsLabels[sheet]}
            required
            autosize
            minRows={3}
            value={typed.words[sheet]}
            error={isPressed ? problems.words : null}
            onChange={(event) => onType({ ...typed, words: { ...typed.words, [sheet]: event.currentTarget.value } })}
          />
        )}
        <Button type="submit" size="md" loading={isBusy} {...(sheet === 'reject' ? { color: 'red' } : {})}>
          {sheet === 'approve' ? `${buttons.approve} · ${amount}` : buttons[sheet]}
        </Button>
        {sheet === 'approve' ? (
          <Text size="sm" c="dimmed">
            We keep your name, the time and the address of your connection with the approval.
          </Text>
        ) : null}
      </Stack>
    </form>
  )
}
