import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { isDay } from '@/shared/domain/time/days'
import { newId } from '@/shared/lib/new-id'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { useCompanyZone } from '@/shared/hooks/use-company-zone'
import { vansQuery, type Van } from '../../api/day.query'
import { deliveriesKey } from '../../api/deliveries.query'
import { type Plan, planOfOrder, changePlan } from '../../api/plan.mutation'
import { type PlanLine, planLinesQuery, type Site, sitesQuery } from '../../api/plan.query'
import { leavesSome, linesFor } from '../quantities'
import { planDraft } from '../plan-draft'
import { planFields, planOf, planProblems, windowOf } from '../plan-fields'
import { VanDay } from './van-day'

/** The initial values of a plan: defaults for a new one, else the stored values. */
export type Stored = Partial<Omit<Plan, 'new_site' | 'items'>>

type PlanFormProps = {
  /** Null: a delivery without an order, which has no lines. */
  orderId: string | null
  contactId: string
  stored: Stored
  /** The delivery that is changed, `isAgain` where it failed; null for a new one. */
  changes: { id: string; rowVersion: number; isAgain: boolean } | null
  onCancel: () => void
  /** `goesOn`: the person plans the rest of the order next, on the same day and van. */
  onSaved: (id: string, goesOn: boolean, plan: Stored) => void
}

/** Reads the choices of a plan, then shows its form. */
export function PlanForm(props: PlanFormProps) {
  const { orderId, contactId, stored, changes } = props
  const zone = useCompanyZone()
  const lines = useQuery({ ...planLinesQuery(orderId ?? '', changes?.id ?? null), enabled: orderId !== null })
  const sites = useQuery(sitesQuery(contactId, stored.location_id ?? null))
  const vans = useQuery(vansQuery)
  if (lines.isError || sites.isError || vans.isError)
    return (
      <Problem onRetry={() => void Promise.all([lines.refetch(), sites.refetch(), vans.refetch()])}>
        What can be planned could not be read
      </Problem>
    )
  if ((orderId !== null && !lines.data) || !sites.data || !vans.data || zone === null)
    return <LineSkeletons count={6} height={56} />
  return <Form {...props} lines={lines.data ?? none} sites={sites.data} vans={vans.data} zone={zone} />
}

const none: readonly PlanLine[] = []

type FormProps = PlanFormProps & {
  lines: readonly PlanLine[]
  sites: readonly Site[]
  vans: readonly Van[]
  zone: string
}

function Form({ orderId, stored, changes, lines: ofOrder, sites, vans, zone, onCancel, onSaved }: FormProps) {
  const [id] = useState(newId)
  const [method, setMethod] = useState(stored.method ?? 'delivery')
  const was = changes ? (stored.method ?? null) : null
  const lines = useMemo(() => linesFor(ofOrder, method, was), [ofOrder, method, was])
  const isNew = changes === null
  const vanId = stored.van_id ?? null
  const isAgain = changes?.isAgain === true
  const fields = useMemo(
    () => planFields({ sites, vans, lines, isNew, isAgain, vanId }),
    [sites, vans, lines, isNew, isAgain, vanId],
  )
  const goesOn = useRef(false)
  const [only] = sites
  // A client with one address is delivered there.
  const begun =
    isNew && !stored.location_id && only && sites.length === 1 ? { ...stored, location_id: only.id } : stored
  const form = useRecordForm({
    fields,
    name: changes ? planDraft(changes.id) : `plan-of-${orderId}`,
    isNew,
    isOnlyBegun: true,
    stored: begun,
    queryKey: deliveriesKey,
    check: planProblems,
    save: async (values) => {
      const plan = planOf(values)
      if (changes) await changePlan(changes.id, changes.rowVersion, plan)
      else await planOfOrder(orderId ?? '', id, plan)
      return plan
    },
    onSaved: (plan) => onSaved(changes?.id ?? id, goesOn.current, plan),
  })
  const { drafts } = form
  if (drafts.method !== method) setMethod(drafts.method)
  const van = vans.find((one) => one.id === drafts.van_id)
  const hasVan = drafts.method === 'delivery' || drafts.method === 'installation'
  return (
    <RecordForm
      form={form}
      label={isNew ? 'Plan of a delivery' : 'Change of a plan'}
      submitLabel={isNew ? 'Plan delivery' : 'Save changes'}
      onCancel={onCancel}
      isAct={isAgain}
      hint={
        isNew && leavesSome(lines, drafts.items, isNew) ? (
          <Button
            variant="subtle"
            disabled={form.isSaving}
            onClick={() => {
              goesOn.current = true
              form.submit()
            }}
          >
            Plan it, then the rest
          </Button>
        ) : (
          <span />
        )
      }
      sections={[
        {
          title: 'Where to',
          fields: [
            'method',
            'location_id',
            'new_address',
            'new_city',
            'new_postcode',
            'new_state',
            'new_label',
            'contact_on_site',
            'phone_on_site',
          ],
        },
        {
          title: 'When',
          fields: ['day', 'from', 'to', 'van_id'],
          after:
            van && hasVan && isDay(drafts.day) ? (
              <VanDay
                van={van}
                day={drafts.day}
                zone={zone}
                except={changes?.id ?? null}
                planned={windowOf(drafts, zone)}
              />
            ) : null,
        },
        ...(lines.length > 0 ? [{ title: 'What it brings', fields: ['items'] as const }] : []),
        { title: 'Parcels and notes', fields: ['weight_kg', 'parcels', 'instructions'] },
      ]}
    />
  )
}
