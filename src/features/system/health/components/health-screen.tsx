import { Anchor, Group, Stack, Table, Text, Title } from '@mantine/core'
import { IconServerOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { countText, exactClockText } from '@/shared/domain/text/formats'
import { useNow } from '@/shared/hooks/use-now'
import { linkTo } from '@/shared/lib/address'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import panel from '@/shared/ui/page/record-page.module.css'
import { type Health, healthQuery } from '../api/health.query'
import { signsOf, timeText } from '../health-words'
import classes from './health.module.css'

/** /admin/health: how the server is. */
export function HealthScreen() {
  const health = useQuery(healthQuery)
  return (
    <PageFrame title="Health" lead="How the server is, read every ten seconds." width="page">
      {health.isPending ? <NamedSkeleton height={320} label="Asking the server" /> : null}
      {health.isError && !health.data ? (
        <Problem onRetry={() => void health.refetch()}>The server did not say how it is</Problem>
      ) : null}
      {health.data === null ? <OnSupabase /> : null}
      {health.data ? <Shown health={health.data} /> : null}
    </PageFrame>
  )
}

/** Behind the app is Supabase, which keeps these figures to itself. */
const OnSupabase = () => (
  <EmptyScreen icon={<IconServerOff stroke={1.5} />} title="Your Supabase project shows its health itself">
    Requests, latencies, database size, disk, memory, connections and backups are in the dashboard of the project, under
    Reports and Database. Failed mails are at Scheduled Emails, here as well.
  </EmptyScreen>
)

function Shown({ health }: { health: Health }) {
  const now = useNow(10_000)
  const { versions } = health
  return (
    <Stack gap="lg">
      <dl className={classes.tiles} aria-label="In short">
        {signsOf(health, now).map(({ label, value, note, isBad }) => (
          <div key={label} className={classes.tile} data-bad={isBad || undefined}>
            <dt>{label}</dt>
            <dd className={classes.value}>{value}</dd>
            <dd>
              <Text size="sm" c="dimmed">
                {label === 'Failed mails' ? (
                  <Anchor component={Link} size="sm" to={linkTo('/scheduled-emails')}>
                    {note}
                  </Anchor>
                ) : (
                  note
                )}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
      <Routes routes={health.routes} />
      <Slowest slowest={health.slowest} />
      <section className={panel.panel} aria-labelledby="versions-heading">
        <Title order={2} id="versions-heading" mb="xs">
          Versions
        </Title>
        <Group gap="xl">
          <Text>{`Signwright ${versions.app}`}</Text>
          <Text>{`Database: ${versions.database}`}</Text>
          <Text>{`Node ${versions.node}`}</Text>
        </Group>
      </section>
    </Stack>
  )
}

function Routes({ routes }: { routes: Health['routes'] }) {
  return (
    <section className={panel.panel} aria-labelledby="routes-heading">
      <Title order={2} id="routes-heading">
        Requests
      </Title>
      <Text c="dimmed" mb="xs">
        Since the start, those first that took the most time together.
      </Text>
      <div className={classes.scroll}>
        <Table aria-labelledby="routes-heading">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Route</Table.Th>
              <Table.Th ta="end">Requests</Table.Th>
              <Table.Th ta="end">Average</Table.Th>
              <Table.Th ta="end">Slowest</Table.Th>
              <Table.Th ta="end">Failed</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {routes.map(({ route, count, meanMs, slowestMs, failed }) => (
              <Table.Tr key={route}>
                <Table.Td className={classes.route ?? ''}>{route}</Table.Td>
                <Figure>{countText(count)}</Figure>
                <Figure>{timeText(meanMs)}</Figure>
                <Figure>{timeText(slowestMs)}</Figure>
                <Figure isBad={failed > 0}>{countText(failed)}</Figure>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

function Slowest({ slowest }: { slowest: Health['slowest'] }) {
  if (slowest.length === 0) return null
  return (
    <section className={panel.panel} aria-labelledby="slowest-heading">
      <Title order={2} id="slowest-heading">
        Slowest requests
      </Title>
      <Text c="dimmed" mb="xs">
        Of the last hour.
      </Text>
      <div className={classes.scroll}>
        <Table aria-labelledby="slowest-heading">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Route</Table.Th>
              <Table.Th ta="end">Time</Table.Th>
              <Table.Th ta="end">Status</Table.Th>
              <Table.Th ta="end">At</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {slowest.map(({ route, ms, status, at }) => (
              <Table.Tr key={`${at} ${route}`}>
                <Table.Td className={classes.route ?? ''}>{route}</Table.Td>
                <Figure>{timeText(ms)}</Figure>
                <Figure isBad={status >= 500}>{status}</Figure>
                <Figure>{exactClockText(at)}</Figure>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

const Figure = ({ children, isBad = false }: { children: string | number; isBad?: boolean }) => (
  <Table.Td ta="end" className={classes.number ?? ''} {...(isBad ? { c: 'red' } : {})}>
    {children}
  </Table.Td>
)
