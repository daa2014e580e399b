import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle, IconCheck, IconLock, IconRefresh } from '@tabler/icons-react'
import { connectionOf } from '@/streams/realtime/connection'
import { useBehavior } from '@/streams/react/use-behavior'
import { rightness } from '@/shared/domain/web/connection'
import { countText } from '@/shared/domain/text/formats'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { saveProblem } from '@/shared/hooks/save-problem'
import panel from '@/shared/ui/page/record-page.module.css'
import { useNow } from '@/shared/hooks/use-now'
import { checks, isLineOpen, openTopics } from '../api/checks'
import { type CallGroup, groupCalls } from '../calls'
import { useCalls } from '../use-calls'
import { latencyText, sizeText } from '../words'
import classes from './tools.module.css'

type Outcome = { state: 'answered' | 'refused' | 'failed'; words: string; ms: number }

const checksKey = ['api-test'] as const
const patience = 20_000

/** Calls one service and returns the outcome. It never throws, because the screen shows failures. */
async function tried(ask: () => Promise<string>): Promise<Outcome> {
  const asked = performance.now()
  const after = (outcome: Omit<Outcome, 'ms'>): Outcome => ({ ...outcome, ms: performance.now() - asked })
  try {
    return after({ state: 'answered', words: await ask() })
  } catch (error) {
    const isRefused = Reflect.get(Object(error), 'code') === '42501' || Reflect.get(Object(error), 'status') === 403
    return after({ state: isRefused ? 'refused' : 'failed', words: saveProblem(error) })
  }
}

/** /api-test: the answer and speed of each service for this person, this tab's calls, and the realtime connection. */
export function ApiTestScreen() {
  const user = useCurrentUser()
  const queryClient = useQueryClient()
  // One after the other: each is timed alone.
  const outcomes = useChecks(user)
  const done = outcomes.filter((outcome) => outcome !== undefined)
  const isRunning = done.length < checks.length
  const wrong = done.filter(({ state }) => state !== 'answered').length

  return (
    <PageFrame
      title="API Test"
      lead="Every service of the back end, asked with your own rights."
      actions={
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={isRunning}
          onClick={() => void queryClient.resetQueries({ queryKey: checksKey })}
        >
          Test again
        </Button>
      }
    >
      <Stack gap="lg">
        <section className={panel.panel} aria-label="Services">
          <Group justify="space-between" mb="xs">
            <Title order={2}>Services</Title>
            <Text size="sm" c="dimmed" role="status">
              {isRunning
                ? `${done.length} of ${checks.length} asked…`
                : wrong === 0
                  ? `All ${checks.length} answer.`
                  : `${wrong} of ${checks.length} did not answer as they should.`}
            </Text>
          </Group>
          <ul className={classes.rows}>
            {checks.map(({ name, call }, place) => (
              <CheckRow key={name} name={name} call={call} outcome={outcomes[place]} />
            ))}
          </ul>
        </section>
        <LiveLine userId={user.id} />
        <Calls />
      </Stack>
    </PageFrame>
  )
}

function useChecks(user: { id: string; email: string }): (Outcome | undefined)[] {
  const queryClient = useQueryClient()
  const known = checks.map(({ name }) => queryClient.getQueryData<Outcome>([...checksKey, name]))
  const next = known.findIndex((outcome) => outcome === undefined)
  return useQueries({
    queries: checks.map(({ name, ask }, place) => ({
      queryKey: [...checksKey, name],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        tried(() => ask(user, AbortSignal.any([signal, AbortSignal.timeout(patience)]))),
      enabled: place === next,
      retry: false,
      staleTime: Infinity,
      gcTime: 0,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
}

const marks = {
  answered: { icon: IconCheck, colour: 'green', label: 'Answers' },
  refused: { icon: IconLock, colour: 'yellow', label: 'Not allowed' },
  failed: { icon: IconAlertTriangle, colour: 'red', label: 'Failed' },
} as const

function CheckRow({ name, call, outcome }: { name: string; call: string; outcome: Outcome | undefined }) {
  const mark = outcome ? marks[outcome.state] : null
  return (
    <li className={classes.check} data-state={outcome?.state}>
      <div>
        <Text fw={550}>{name}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {call}
        </Text>
      </div>
      <Text size="sm">{outcome?.words ?? ''}</Text>
      <div className={classes.outcome}>
        {mark && outcome ? (
          <>
            <Badge
              variant="light"
              color={mark.colour}
              leftSection={<mark.icon size={12} stroke={2.2} aria-hidden />}
              style={{ flex: 'none' }}
            >
              {mark.label}
            </Badge>
            <span className={classes.number}>{latencyText(outcome.ms)}</span>
          </>
        ) : (
          <NamedSkeleton label={`Asking ${name}`} height={20} />
        )}
      </div>
    </li>
  )
}

const states: Readonly<Record<string, string>> = {
  joined: 'Live',
  joining: 'Joining',
  errored: 'Refused or lost',
  leaving: 'Leaving',
  closed: 'Closed',
}
const lineWords = {
  live: 'Live: changes by others appear at once.',
  polling: 'Polling: the live line is down, so this tab asks for news by the clock.',
  offline: 'Offline: this device has no network.',
}

function LiveLine({ userId }: { userId: string }) {
  useNow(1000)
  const { state, rightAt } = useBehavior(connectionOf(userId))
  const topics = openTopics()
  return (
    <section className={panel.panel} aria-label="Live line">
      <Title order={2} mb="xs">
        Live line
      </Title>
      <Text>{lineWords[state]}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {isLineOpen() ? 'The socket is open.' : 'The socket is closed.'} {rightness(rightAt)}
      </Text>
      {topics.length === 0 ? (
        <Text size="sm" c="dimmed">
          No topic is open.
        </Text>
      ) : (
        <ul className={classes.rows}>
          {topics.map((one) => (
            <li key={one.topic} className={classes.topic}>
              <Text size="sm" ff="monospace" className={classes.path}>
                {one.topic}
              </Text>
              <Badge
                variant="light"
                color={one.state === 'joined' ? 'green' : one.state === 'joining' ? 'gray' : 'red'}
              >
                {states[one.state] ?? one.state}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Calls() {
  const calls = useCalls()
  const groups = groupCalls(calls).toSorted((one, other) => other.slowest - one.slowest)
  const failed = groups.reduce((sum, group) => sum + group.failed, 0)
  return (
    <section className={panel.panel} aria-label="Your calls">
      <Title order={2} mb={4}>
        Your calls
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {countText(calls.length)} since this tab was opened, {failed === 0 ? 'none' : countText(failed)} refused or
        failed. The slowest come first.
      </Text>
      <Table.ScrollContainer minWidth={0}>
        <Table className={classes.calls ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Address</Table.Th>
              <Table.Th data-wide>Service</Table.Th>
              <Table.Th ta="right">Calls</Table.Th>
              <Table.Th ta="right">Usually</Table.Th>
              <Table.Th ta="right">Slowest</Table.Th>
              <Table.Th ta="right" data-wide>
                Failed
              </Table.Th>
              <Table.Th ta="right" data-wide>
                Received
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map((group) => (
              <CallRow key={group.id} group={group} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}

const CallRow = ({ group }: { group: CallGroup }) => (
  <Table.Tr>
    <Table.Td className={classes.path ?? ''}>{group.path}</Table.Td>
    <Table.Td data-wide>{group.service}</Table.Td>
    <Table.Td ta="right">{countText(group.count)}</Table.Td>
    <Table.Td ta="right">{latencyText(group.median)}</Table.Td>
    <Table.Td ta="right">{latencyText(group.slowest)}</Table.Td>
    <Table.Td ta="right" data-wide>
      {group.failed === 0 ? '' : countText(group.failed)}
    </Table.Td>
    <Table.Td ta="right" data-wide>
      {sizeText(group.bytes)}
    </Table.Td>
  </Table.Tr>
)
