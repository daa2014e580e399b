import { Badge } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useLive } from '@/kit/live/use-live'
import { Facts, RecordPage, RecordState } from '@/kit/record/record-page'
import { OwnTextsOf } from '@/kit/texts/own-texts-of'
import { useArchiving } from '@/kit/record/use-archiving'
import { saveVersioned } from '@/kit/save/save-row'
import { ruleText, serviceRuleOf } from '@/documents/charge-rule'
import { formatMoney, formatPrice } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { previewed } from '@/shared/domain/web/site-preview'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { type Service, serviceQuery, servicesKey } from '../api/services.query'
import { serviceFields, serviceSections, serviceUnits, supplies } from '../service-fields'

const back = { label: 'All services', href: linkTo('/services') }

/** /services/{slug}: one service as staff keep it. Who does not keep prices reads it. */
export function ServiceScreen({ slug }: { slug: string }) {
  const service = useQuery(serviceQuery(slug))
  useLive(servicesKey, [
    { page: 'quotations', tables: ['services'] },
    { page: 'markup-demo', tables: ['services'] },
  ])
  return (
    <RecordState of={service} what="service" back={back}>
      {(row) => <ServicePage row={row} />}
    </RecordState>
  )
}

function ServicePage({ row }: { row: Service }) {
  const mayEdit = can(useRights(), 'markup-demo', 'edit')
  const { isArchived, ...archiving } = useArchiving({
    table: 'services',
    what: 'this service',
    row,
    queryKey: servicesKey,
  })
  return (
    <RecordPage
      title={row.name}
      kind="Service"
      status={isArchived ? <Badge color="gray">Archived</Badge> : row.is_public ? <Badge>Public</Badge> : null}
      back={back}
      actions={[
        ...(row.is_public && !isArchived
          ? [
              {
                label: 'Open on the site',
                icon: <IconExternalLink size={18} aria-hidden />,
                onClick: () =>
                  void window.open(previewed(linkTo('/services/:slug', { slug: row.slug })), '_blank', 'noopener'),
              },
            ]
          : []),
        ...(mayEdit ? [archiving.action] : []),
      ]}
      notice={archiving.notice}
    >
      {mayEdit ? <EditService row={row} /> : <ServiceFacts row={row} />}
    </RecordPage>
  )
}

function EditService({ row }: { row: Service }) {
  const navigate = useNavigate()
  const form = useRecordForm({
    fields: serviceFields,
    name: `service-${row.id}`,
    stored: row,
    queryKey: servicesKey,
    save: async (values) => {
      await saveVersioned({ table: 'services', what: 'this service', row, values })
      return values.slug
    },
    onSaved: (slug) => (slug === row.slug ? null : navigate(linkTo('/services/:slug', { slug }), { replace: true })),
  })
  return (
    <OwnTextsOf source="services" recordId={row.id}>
      <RecordForm form={form} sections={serviceSections} label="Service" submitLabel="Save changes" />
    </OwnTextsOf>
  )
}

const ServiceFacts = ({ row }: { row: Service }) => (
  <Facts
    of={{
      Category: row.category,
      Unit: serviceUnits.find(({ value }) => value === row.unit)?.label,
      'Base price': row.base_price === null ? null : formatPrice(row.base_price),
      'How a size is charged': chargeText(row),
      'Minimum charge': row.min_charge === null ? null : formatMoney(row.min_charge),
      'Abroad it is': supplies.find(({ value }) => value === row.supply)?.label,
      Proof: row.mockup_required ? 'The client approves one before production' : null,
      Job: row.makes_job ? 'A line becomes a job' : 'A line makes no job',
      'Lead time': row.lead_days === null ? null : `${row.lead_days} working ${row.lead_days === 1 ? 'day' : 'days'}`,
      Recipe: (
        <Link to={`${linkTo('/calculator')}?service=${row.id}`}>
          {Array.isArray(row.recipe)
            ? `${row.recipe.length} ${row.recipe.length === 1 ? 'step' : 'steps'}: calculate a piece`
            : 'None yet: write one in the calculator'}
        </Link>
      ),
      Summary: row.summary,
    }}
  />
)

const chargeText = (row: Service) => {
  const rule = serviceRuleOf(row.unit, row)
  return rule && ruleText(rule)
}
