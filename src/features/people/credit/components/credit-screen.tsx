import { Anchor, Button, Group, SegmentedControl, Table } from '@mantine/core'
import { IconFileDollar, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { contactName } from '@/shared/domain/contact'
import { dayText } from '@/shared/domain/formats'
import { formatMoney } from '@/shared/domain/money'
import { can, hasPermission } from '@/shared/domain/permission'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { useRights } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { NotYours } from '@/shared/ui/not-yours'
import { OnStopBadge } from '@/shared/ui/on-stop-badge'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import list from '@/shared/ui/record-list.module.css'
import { ShowMore } from '@/shared/ui/show-more'
import { creditListQuery } from '../api/credit.query'
import { type CreditFilter, readCreditFilter, readCreditPlace, withCredit } from '../credit-search'
import { useLiveCredit } from '../use-live-credit'
import { CreditApplication } from './credit-application'
import classes from './credit.module.css'
import { CreditStatusBadge } from './credit-status'
import { NewApplication } from './new-application'

/** /credit-application: what clients ask for, what waits for a decision, and what was decided. */
export function CreditScreen() {
  const rights = useRights()
  const keeps = can(rights, 'contacts', 'edit')
  const decides = hasPermission(rights, 'approve_credit')
  const [search, setSearch] = useSearchParams()
  const place = readCreditPlace(search)
  useLiveCredit()

  if (!keeps && !decides) {
    return <NotYours title="Credit Applications">Your account does not show credit applications.</NotYours>
  }
  if (place.kind === 'one') {
    const list = `?${withCredit(search, { application: null }).toString()}`
    return <CreditApplication key={place.id} id={place.id} keeps={keeps} decides={decides} listHref={list} />
  }
  if (place.kind === 'new' && keeps) {
    return (
      <NewApplication
        client={readCreditFilter(search).client}
        onClient={(client) => setSearch((current) => withCredit(current, { client }), { replace: true })}
        hrefOf={(application) => `?${withCredit(search, { application, new: null, client: null }).toString()}`}
        listHref={`?${withCredit(search, { new: null, client: null }).toString()}`}
      />
    )
  }
  return <CreditList keeps={keeps} />
}

function CreditList({ keeps }: { keeps: boolean }) {
  const [search, setSearch] = useSearchParams()
  const filter = readCreditFilter(search)
  const change = (next: Partial<CreditFilter>) => setSearch((current) => withCredit(current, next), { replace: true })
  const applications = useInfiniteQuery({ ...creditListQuery(filter), placeholderData: (previous) => previous })
  const rows = applications.data?.pages.flat() ?? []

  return (
    <PageFrame
      title="Credit Applications"
      lead="Clients who would like to pay later, and what was decided."
      actions={
        keeps ? (
          <Button
            component={Link}
            to={`?${withCredit(search, { new: 'yes' }).toString()}`}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            New application
          </Button>
        ) : null
      }
    >
      <Group gap="sm" mb="md">
        <SegmentedControl
          aria-label="Applications"
          value={filter.show}
          onChange={(value) => change({ show: value === 'decided' ? 'decided' : 'open' })}
          data={[
            { value: 'open', label: 'Open' },
            { value: 'decided', label: 'Closed' },
          ]}
        />
        <ContactPicker
          aria-label="Client"
          placeholder="Every client"
          className={classes.client}
          value={filter.client}
          onChange={(client) => change({ client })}
        />
      </Group>
      {applications.isPending ? <LineSkeletons count={4} height={44} /> : null}
      {applications.isError && rows.length === 0 ? (
        <Problem onRetry={() => void applications.refetch()}>The applications could not be read</Problem>
      ) : null}
      {applications.isSuccess && rows.length === 0 ? (
        <EmptyScreen
          icon={<IconFileDollar stroke={1.5} />}
          title={filter.show === 'open' ? 'No open applications' : 'Nothing was decided yet'}
        >
          {keeps ? 'When a client asks to pay later, start with New application.' : 'What waits for you appears here.'}
        </EmptyScreen>
      ) : null}
      {rows.length > 0 ? (
        <Table aria-label="Credit applications" className={list.table} aria-busy={applications.isPlaceholderData}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Client</Table.Th>
              <Table.Th ta="right">{filter.show === 'open' ? 'Asked for' : 'Amount'}</Table.Th>
              <Table.Th visibleFrom="sm">State</Table.Th>
              <Table.Th visibleFrom="md">Since</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => {
              const amount = row.granted_limit ?? row.requested_limit
              const days = row.granted_days ?? row.terms_days
              return (
                <Table.Tr key={row.id} className={list.line}>
                  <Table.Td>
                    <Anchor
                      component={Link}
                      to={`?${withCredit(search, { application: row.id }).toString()}`}
                      className={list.name}
                    >
                      {row.contact ? contactName(row.contact) : 'A contact you may not see'}
                    </Anchor>
                    {row.contact?.on_stop ? <OnStopBadge ml="xs" /> : null}
                    <Group hiddenFrom="sm" mt={4}>
                      <CreditStatusBadge status={row.status} />
                    </Group>
                  </Table.Td>
                  <Table.Td ta="right" className={classes.amount}>
                    {amount === null ? '–' : formatMoney(amount)}
                    {days === null ? null : <span className={list.below}>{days} days</span>}
                  </Table.Td>
                  <Table.Td visibleFrom="sm">
                    <CreditStatusBadge status={row.status} />
                  </Table.Td>
                  <Table.Td visibleFrom="md" style={{ whiteSpace: 'nowrap' }}>
                    {dayText(row.decided_at ?? row.submitted_at ?? row.created_at)}
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      ) : null}
      <ShowMore of={applications} />
    </PageFrame>
  )
}
