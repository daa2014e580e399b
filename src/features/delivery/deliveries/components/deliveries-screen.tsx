import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus, IconTruck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useIsPhone } from '@/kit/list/use-wide'
import { useDialog } from '@/kit/dialog/use-dialog'
import { can } from '@/shared/domain/people/permission'
import { uuidOf } from '@/shared/domain/records/uuid'
import { useRights } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { planHref } from '../plan/plan-href'
import { DeliveriesList } from './deliveries-list'

const Planning = lazy(async () => ({ default: (await import('../day/components/planning')).Planning }))
const MyDay = lazy(async () => ({ default: (await import('../driver/my-day')).MyDay }))
const PlanScreen = lazy(async () => ({ default: (await import('../plan/components/plan-screen')).PlanScreen }))
const VansDialog = lazy(async () => ({ default: (await import('../day/components/vans-dialog')).VansDialog }))

const views = [
  { value: 'mine', label: 'My drops' },
  { value: 'plan', label: 'Day plan' },
  { value: 'list', label: 'List' },
] as const
type View = (typeof views)[number]['value']

/**
 * /deliveries: a driver's own drops, the plan of a day by van, and the list of all; the address names the view.
 * `?plan=…` plans a delivery of that order; `?plan=order` asks for the order first.
 */
export function DeliveriesScreen() {
  const [search] = useSearchParams()
  const planned = search.get('plan')
  if (planned === null) return <Views />
  return (
    <Suspense fallback={<LineSkeletons count={6} height={64} />}>
      <PlanScreen orderId={uuidOf(planned)} />
    </Suspense>
  )
}

function Views() {
  const rights = useRights()
  const vans = useDialog('vans')
  const [view, show] = useView()
  const isPhone = useIsPhone()
  const choice = (
    <SegmentedControl
      aria-label="View"
      fullWidth={isPhone}
      mb={isPhone ? 'xs' : 0}
      value={view}
      onChange={(next) => show(next as View)}
      data={views.map((each) => ({ ...each }))}
    />
  )
  return (
    <PageFrame
      title="Deliveries"
      width="full"
      actions={
        <>
          {isPhone ? null : choice}
          {can(rights, 'deliveries', 'create') ? (
            <>
              <Button variant="default" leftSection={<IconTruck size={18} aria-hidden />} onClick={() => vans.open()}>
                Vans
              </Button>
              <Button component={Link} to={planHref(null)} leftSection={<IconPlus size={18} aria-hidden />}>
                Plan a delivery…
              </Button>
            </>
          ) : null}
        </>
      }
    >
      {isPhone ? choice : null}
      <Suspense fallback={<LineSkeletons count={6} height={64} />}>
        {view === 'list' ? <DeliveriesList /> : view === 'mine' ? <MyDay /> : <Planning />}
      </Suspense>
      {vans.isOpen ? (
        <Suspense fallback={null}>
          <VansDialog onClose={vans.close} />
        </Suspense>
      ) : null}
    </PageFrame>
  )
}

/** The view in the address. Default: the plan, on a phone the own drops, and the list when the address has filters. */
function useView(): [View, (next: View) => void] {
  const [search, setSearch] = useSearchParams()
  const isPhone = useIsPhone()
  const asked = views.find(({ value }) => value === search.get('view'))?.value
  const isFiltered = ['q', 'show', 'method', 'client'].some((name) => search.has(name))
  const show = (next: View) =>
    setSearch((now) => {
      const kept = new URLSearchParams({ view: next })
      const day = now.get('day')
      if (day) kept.set('day', day)
      return kept
    })
  return [asked ?? (isFiltered ? 'list' : isPhone ? 'mine' : 'plan'), show]
}
