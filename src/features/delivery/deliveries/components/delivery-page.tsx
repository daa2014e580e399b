import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { isUnreachable } from '@/shared/db/fetch/unreachable'
import { linkTo } from '@/shared/lib/address'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { deliveryQuery } from '../api/delivery.query'
import { keptDayOf } from '../driver/kept-day'

const DeliveryScreen = lazy(async () => ({ default: (await import('./delivery-screen')).DeliveryScreen }))

/** /deliveries/:id. Where nobody answers, a driver is led to the same drop in the own day, which the phone keeps. */
export function DeliveryPage({ id }: { id: string }) {
  const { id: me } = useCurrentUser()
  const [kept] = useState(() => keptDayOf(me).read())
  const { data, error, fetchStatus } = useQuery(deliveryQuery(id))
  const isOut = data === undefined && (fetchStatus === 'paused' || isUnreachable(error))
  if (isOut && kept?.drops.some((drop) => drop.id === id))
    return <Navigate to={`${linkTo('/deliveries')}?view=mine&stop=${id}`} replace />
  return (
    <Suspense fallback={<LineSkeletons count={6} height={64} />}>
      <DeliveryScreen id={id} />
    </Suspense>
  )
}
