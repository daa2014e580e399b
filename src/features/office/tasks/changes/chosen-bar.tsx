import { Button, Menu } from '@mantine/core'
import { IconCalendarDue, IconCircleDashed, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazyPart } from '@/kit/dialog/lazy-part'
import { useDialog } from '@/kit/dialog/use-dialog'
import { BulkBar } from '@/kit/list/bulk-bar'
import type { Colleague } from '../api/staff.query'
import type { TaskRow } from '../api/tasks.query'
import { DueItems, PeopleItems, StatusItems } from './choices'
import type { ChangeTasks } from './use-change-tasks'

const PickDay = lazyPart(async () => (await import('./pick-day')).PickDay)

type ChosenBarProps = {
  tasks: readonly TaskRow[]
  staff: readonly Colleague[] | undefined
  onChange: ChangeTasks
  onClear: () => void
}

/** What can be done with the chosen tasks, all in one request and with one undo. */
export function ChosenBar({ tasks, staff, onChange, onClear }: ChosenBarProps) {
  const other = useDialog('due-day')
  const [first] = tasks
  const same = first && tasks.every(({ status }) => status === first.status) ? first.status : null
  const joined = first ? first.assignees.filter((id) => tasks.every(({ assignees }) => assignees.includes(id))) : []
  const pickDay = (due_at: string | null) => onChange(tasks, { due_at })
  return (
    <BulkBar name="tasks" count={tasks.length} onClear={onClear}>
      <BarMenu name="Status" pressedBy="s" icon={<IconCircleDashed size={16} stroke={1.5} aria-hidden />}>
        <StatusItems current={same} onPick={(status) => onChange(tasks, { status })} />
      </BarMenu>
      <BarMenu name="Assignees" pressedBy="a" icon={<IconUsers size={16} stroke={1.5} aria-hidden />}>
        <PeopleItems
          staff={staff}
          joined={joined}
          onPick={({ userId, name }, joins) => onChange(tasks, { person: userId, name, joins })}
        />
      </BarMenu>
      <BarMenu name="Due" pressedBy="d" icon={<IconCalendarDue size={16} stroke={1.5} aria-hidden />}>
        <DueItems onPick={pickDay} onOther={() => other.open('chosen')} />
      </BarMenu>
      {other.subject === 'chosen' ? (
        <PickDay label="The chosen tasks are due by the end of" onPick={pickDay} onClose={other.close} />
      ) : null}
    </BulkBar>
  )
}

type BarMenuProps = { name: string; pressedBy: string; icon: ReactNode; children: ReactNode }

const BarMenu = ({ name, pressedBy, icon, children }: BarMenuProps) => (
  <Menu position="top-start" width={220}>
    <Menu.Target>
      <Button variant="default" size="compact-md" fz="sm" leftSection={icon} data-key={pressedBy}>
        {name}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
