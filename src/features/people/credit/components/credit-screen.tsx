import { Button, Text } from '@mantine/core'
import { IconFileDollar, IconPlus } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router-dom'
import { RecordList } from '@/kit/list/record-list'
import { useLive } from '@/kit/live/use-live'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { uuidOf } from '@/shared/domain/records/uuid'
import { useRights } from '@/shared/hooks/current-user'
import { NoRight } from '@/shared/ui/page/no-access'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { creditList } from '../api/credit-list'
import { creditKey, creditLive } from '../api/credit.query'
import { CreditApplication } from './credit-application'
import { NewApplication } from './new-application'

/** /credit-application: the clients' requests, those waiting for a decision, and the decided ones. */
export function CreditScreen() {
  const rights = useRights()
  const keeps = can(rights, 'contacts', 'edit')
  const decides = hasPermission(rights, 'approve_credit')
  const [search] = useSearchParams()
  const id = uuidOf(search.get('application'))
  useLive(creditKey, keeps || decides ? creditLive : [])
  /** The address with these changes; null removes a parameter. */
  const at = (change: Record<string, string | null>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return `?${next.toString()}`
  }

  if (!keeps && !decides)
    return <NoRight title="Credit Applications">Your account does not show credit applications.</NoRight>
  if (id)
    return <CreditApplication key={id} id={id} keeps={keeps} decides={decides} listHref={at({ application: null })} />
  if (search.has('new') && keeps)
    return (
      <NewApplication
        hrefOf={(application) => at({ application, new: null, client: null })}
        listHref={at({ new: null, client: null })}
      />
    )
  return (
    <PageFrame
      title="Credit Applications"
      lead="Clients who would like to pay later, and what was decided."
      width="full"
      actions={
        keeps ? (
          <Button
            component={Link}
            to={at({ new: 'yes' })}
            aria-label="New application"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            New
            <Text span inherit visibleFrom="sm">
              &nbsp;application
            </Text>
          </Button>
        ) : null
      }
    >
      <RecordList
        list={creditList}
        href={({ id: application }) => at({ application })}
        empty={{
          icon: <IconFileDollar stroke={1.5} />,
          title: search.get('show') === 'decided' ? 'No decisions yet' : 'No open applications',
          children: keeps
            ? 'When a client asks to pay later, start with New application.'
            : 'Applications that wait for your decision appear here.',
        }}
      />
    </PageFrame>
  )
}
