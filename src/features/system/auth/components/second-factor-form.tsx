import { Anchor, Button, Select, Stack, Text } from '@mantine/core'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, type SyntheticEvent, useEffect, useState } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import type { SecondFactorInput } from '@/machines/second-factor/second-factor.machine'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { Problem } from '@/shared/ui/page/problem'
import { signInPart } from '@/shared/domain/texts/sign-in/part'
import { liveSecondFactor } from '../second-factor.actors'
import { useFactorProblem } from '../use-factor-problem'
import { CodeField } from './code-field'
import { ProblemAlert } from './problem-alert'

const NewDevice = lazy(() => import('./new-device'))

type SecondFactorFormProps = SecondFactorInput & { submitLabel: string; onDone: () => void }

/** Asks for the code of a device; of a new one after showing what its app scans. */
export function SecondFactorForm({ wants, name, submitLabel, onDone }: SecondFactorFormProps) {
  const [state, send] = useMachine(liveSecondFactor, { input: { wants, name } })
  const [code, setCode] = useState('')
  const say = useSay(signInPart)
  const explained = useFactorProblem()
  const { factors, factorId, added, problem } = state.context
  const isDone = state.matches('done')
  useEffect(() => {
    if (isDone) onDone()
  }, [isDone, onDone])

  if (state.hasTag('preparing')) return <NamedSkeleton height={160} label={say('moment')} />
  if (state.matches('failed'))
    return <Problem onRetry={() => send({ type: 'again' })}>{problem === null ? null : explained(problem)}</Problem>

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    send({ type: 'code.submit', code })
    setCode('')
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {added ? (
          <Suspense fallback={<NamedSkeleton height={240} label={say('drawing')} />}>
            <NewDevice uri={added.uri} secret={added.secret} />
          </Suspense>
        ) : null}
        <ProblemAlert problem={problem === null ? null : { text: problem, detail: null }} said={explained} />
        {factors.length > 1 ? (
          <Select
            label={say('device')}
            size="md"
            data={factors.map(({ id, name: label }) => ({ value: id, label }))}
            value={factorId}
            allowDeselect={false}
            onChange={(id) => id && send({ type: 'factor.choose', id })}
          />
        ) : null}
        <CodeField
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          description={factors.length === 1 && factors[0] ? say('from_app', { name: factors[0].name }) : undefined}
          data-autofocus
          autoFocus={wants === 'code'}
        />
        <Button type="submit" size="md" fullWidth loading={state.hasTag('busy')}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}

/** What somebody does who has no device at hand. */
export function LostDevice() {
  const [isOpen, setOpen] = useState(false)
  const say = useSay(signInPart)
  return (
    <div>
      <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {say('lost')}
      </Anchor>
      {isOpen ? (
        <Text size="sm" c="dimmed" mt="xs" role="status">
          {say('lost_text')}
        </Text>
      ) : null}
    </div>
  )
}
