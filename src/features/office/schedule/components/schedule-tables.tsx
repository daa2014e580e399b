import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { hasPermission, type Rights } from '@/shared/domain/people/permission'
import { scheduleKey } from '../api/schedule.query'
import { breakProblem, contractFields, templateFields, useColleagues } from '../shift-fields'

const mayPlan = (rights: Rights) => hasPermission(rights, 'manage_shifts')
const rights = { add: mayPlan, change: mayPlan, remove: mayPlan }

function NameOf({ id }: { id: string }) {
  return <>{useColleagues().find(({ value }) => value === id)?.label ?? 'Former colleague'}</>
}

const templates = defineSmallTable({
  table: 'shift_templates',
  one: 'template',
  many: 'templates',
  order: 'starts',
  fields: templateFields,
  key: scheduleKey,
  live: [],
  check: ({ starts = '', ends = '', break_minutes = '' }) => breakProblem(starts, ends, break_minutes),
  rights,
  about: 'Usual shifts. Drag one to a day in the week, or pick it when you add a shift.',
})

const contracts = defineSmallTable({
  table: 'contract_hours',
  one: 'contract',
  many: 'contracts',
  order: 'valid_from',
  fields: { ...contractFields, user_id: { ...contractFields.user_id, show: (id: string) => <NameOf id={id} /> } },
  key: scheduleKey,
  live: [],
  rights,
  about: 'How many hours a week each colleague is employed for, from a day on. The hours before it hold until then.',
})

export const TemplatesPanel = () => <SmallTable of={templates} />
export const ContractsPanel = () => <SmallTable of={contracts} />
