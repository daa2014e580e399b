import { Anchor, Button, Select, Stack, Text } from '@mantine/core'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, type SyntheticEvent, useEffect, useState } from 'react'
import type { SecondFactorInput } from '@/machines/second-factor/second-factor.machine'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { Problem } from '@/shared/ui/page/problem'
import { liveSecondFactor } from '../second-factor.actors'
import { CodeField } from './code-field'
import { ProblemAlert } from './problem-alert'

const NewDevice = lazy(() => import('./new-device'))

type SecondFactorFormProps = SecondFactorInput & { submitLabel: string; onDone: () => void }

/** Asks for the code of a device; of a new one after showing what its app scans. */
export function SecondFactorForm({ wants, name, submitLabel, onDone }: SecondFactorFormProps) {
  const [state, send] = useMachine(liveSecondFactor, { input: { wants, name } })
  const [code, setCode] = useState('')
  const { factors, factorId, added, problem } = state.context
  const isDone = state.matches('done')
  useEffect(() => {
    if (isDone) onDone()
  }, [isDone, onDone])

  if (state.hasTag('preparing')) return <NamedSkeleton height={160} label="One moment" />
  if (state.matches('failed')) return <Problem onRetry={() => send({ type: 'again' })}>{problem}</Problem>

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    send({ type: 'code.submit', code })
    setCode('')
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {added ? (
          <Suspense fallback={<NamedSkeleton height={240} label="Drawing the QR code" />}>
            <NewDevice uri={added.uri} secret={added.secret} />
          </Suspense>
        ) : null}
        <ProblemAlert problem={problem === null ? null : { text: problem, detail: null }} />
        {factors.length > 1 ? (
          <Select
            label="Device"
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
          description={factors.length === 1 && factors[0] ? `From the app on “${factors[0].name}”` : undefined}
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
  return (
    <div>
      <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        I lost my device
      </Anchor>
      {isOpen ? (
        <Text size="sm" c="dimmed" mt="xs" role="status">
          Ask an administrator to remove your second factor at Staff. Then you sign in with your password and add a new
          device. The only administrator removes it on the server: the guide for hosting has the command.
        </Text>
      ) : null}
    </div>
  )
}
